"""Short forms."""

from engines.kernel.shorts import Shorts

SHORTS = Shorts()
