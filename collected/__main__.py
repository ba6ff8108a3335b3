"""Read every robot file, compare it with MuJoCo or Pinocchio, and print a table of what was found."""

from __future__ import annotations

import sys
from collections import Counter

from collected.compare import Outcome, compared
from collected.files import robot_files

TOLERANCE = 1e-10


def main() -> int:
    outcomes: dict[str, list[Outcome]] = {}
    for collection, files in robot_files().items():
        for path in files:
            outcome = compared(path)
            outcomes.setdefault(collection, []).append(outcome)
            print(f"{collection}  {path.name}  {outcome}", flush=True)
    titles = ("files", "compared", "alone", "refused", "no robot", "dropping", "worst")
    print(f"\n{'collection':<20}" + "".join(f"{title:>10}" for title in titles))
    for collection, found in outcomes.items():
        read = [x for x in found if x.error is not None]
        worst = max((x.error for x in read if x.error is not None), default=0.0)
        refused = sum(x.refused != "" for x in found)
        alone = sum(x.alone for x in found)
        fragments = len(found) - len(read) - alone - refused
        dropping = sum(bool(x.dropped) for x in read)
        counts = (len(found), len(read), alone, refused, fragments, dropping)
        print(f"{collection:<20}" + "".join(f"{count:>10}" for count in counts) + f"{worst:>10.1e}")
    reasons = Counter(reason for found in outcomes.values() for x in found for reason in set(x.dropped))
    print("\nleft out, in so many files:")
    for reason, count in reasons.most_common():
        print(f"{count:>6}  {reason}")
    wrong = [
        x for found in outcomes.values() for x in found if x.error is not None and not x.error <= TOLERANCE
    ]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
