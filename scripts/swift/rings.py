"""Writes the three rings of a Swift with one device: rings.py FOLDER ACCOUNT_PORT CONTAINER_PORT OBJECT_PORT."""
import sys

from swift.common.ring.builder import RingBuilder

folder, *ports = sys.argv[1:]
for name, port in zip(('account', 'container', 'object'), ports):
    builder = RingBuilder(part_power=4, replicas=1, min_part_hours=0)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'd1', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (folder, name))
