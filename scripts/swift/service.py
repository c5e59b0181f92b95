"""Runs one service of Swift with the settings of a folder of our own, not those in /etc: service.py FOLDER NAME."""
import sys

from swift.common import utils

folder, name = sys.argv[1:]
# Before the other modules are loaded, which read it at once.
utils.set_swift_dir(folder)

from swift.common.wsgi import run_wsgi  # noqa: E402

sys.exit(run_wsgi('%s/%s.conf' % (folder, name), name, verbose=True))
