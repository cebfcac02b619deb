"""swift-s3.py FOLDER PORT SECRET: OpenStack Swift with its S3 interface, one replica, for tests.

A real distributed store in four processes, which run as the caller's own user. It needs only Debian's package
python3-swift, and extended attributes in FOLDER, which it removes when it ends. Prints "ready" when it answers. The
access key is test:tester, the region us-east-1, and the addresses are path-style.
"""
import array
import os
import pwd
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

from swift.common.ring import RingData

FILTERS = ['catch_errors', 'gatekeeper', 'healthcheck', 'memory', 'listing_formats', 's3api', 'tempauth', 'bulk', 'copy',
           'slo', 'dlo', 'versioned_writes']

# Replaces memcached: a single proxy process needs no more.
MEMORY = '''
import time

class Memory(dict):
    def __bool__(self):
        return True

    def get(self, key, raise_on_error=False):
        value, until = dict.get(self, key, (None, 0))
        return value if not until or until > time.time() else None

    def set(self, key, value, serialize=True, time=0, min_compress_len=0, raise_on_error=False):
        self[key] = (value, now() + time if time else 0)

    def set_multi(self, mapping, server_key=None, serialize=True, time=0, min_compress_len=0):
        for key, value in mapping.items():
            self.set(key, value, time=time)

    def get_multi(self, keys, server_key=None):
        return [self.get(key) for key in keys]

    def incr(self, key, delta=1, time=0):
        value = max(0, int(self.get(key) or 0) + delta)
        self.set(key, value, time=time)
        return value

    def decr(self, key, delta=1, time=0):
        return self.incr(key, -delta, time)

    def delete(self, key, server_key=None):
        self.pop(key, None)

now = time.time

def filter_factory(*_args, **_settings):
    memory = Memory()
    def wrap(app):
        def call(env, start_response):
            env['swift.cache'] = memory
            return app(env, start_response)
        return call
    return wrap
'''

SERVE = '''
import sys
from swift.common import constraints, storage_policy, utils
folder, name = sys.argv[1:3]
utils.set_swift_dir(folder)
constraints.reload_constraints()
storage_policy.reload_storage_policies()
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(f'{folder}/{name}.conf', f'{name}-server'))
'''


def main(folder, port, secret):
    user = pwd.getpwuid(os.getuid()).pw_name
    nodes = {'account': port + 1, 'container': port + 2, 'object': port + 3}
    os.makedirs(f'{folder}/node/d1', exist_ok=True)
    configure(folder, port, secret, user, nodes)
    environment = {**os.environ, 'PYTHONPATH': folder}
    command = [sys.executable, '-c', SERVE, folder]
    children = [subprocess.Popen([*command, name], env=environment) for name in [*nodes, 'proxy']]

    def stop(*_):
        for child in children:
            child.kill()
            child.wait()
        shutil.rmtree(folder, ignore_errors=True)
        sys.exit(0)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    # The proxy answers before the others do, and then reports them as failed.
    for at in [*nodes.values(), port]:
        wait_for(at)
    print('ready', flush=True)
    # The process that started this holds the other end, and may end without stopping this one.
    sys.stdin.read()
    stop()


def configure(folder, port, secret, user, nodes):
    def write(name, text):
        with open(f'{folder}/{name}', 'w') as file:
            file.write(text)

    common = (f'[DEFAULT]\nswift_dir = {folder}\nuser = {user}\nbind_ip = 127.0.0.1\nworkers = 0\n'
              'log_level = ERROR\nlog_address = /dev/null\n')
    write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = tests\nswift_hash_path_prefix = tests\n')
    write('swift_memory.py', MEMORY)
    for kind, at in nodes.items():
        write(f'{kind}.conf', f'{common}bind_port = {at}\ndevices = {folder}/node\nmount_check = false\n'
              f'disable_fallocate = true\nrecon_cache_path = {folder}\n'
              f'[pipeline:main]\npipeline = {kind}-server\n[app:{kind}-server]\nuse = egg:swift#{kind}\n')
        device = {'id': 0, 'region': 1, 'zone': 0, 'ip': '127.0.0.1', 'port': at, 'device': 'd1', 'weight': 1.0,
                  'replication_ip': '127.0.0.1', 'replication_port': at}
        RingData([array.array('H', [0])], [device], 32).save(f'{folder}/{kind}.ring.gz')
    own = {
        'memory': 'paste.filter_factory = swift_memory:filter_factory',
        's3api': 'use = egg:swift#s3api\nlocation = us-east-1',
        'tempauth': f'use = egg:swift#tempauth\nuser_test_tester = {secret} .admin',
    }
    filters = ''.join(f'[filter:{name}]\n{own.get(name, f"use = egg:swift#{name}")}\n' for name in FILTERS)
    write('proxy.conf', f'{common}bind_port = {port}\n[pipeline:main]\npipeline = {" ".join(FILTERS)} proxy-server\n'
          f'{filters}[app:proxy-server]\nuse = egg:swift#proxy\nallow_account_management = true\n'
          'account_autocreate = true\n')


def wait_for(port):
    while True:
        try:
            urllib.request.urlopen(f'http://127.0.0.1:{port}/healthcheck', timeout=1)
            return
        except urllib.error.HTTPError:
            return  # It answers.
        except OSError:
            time.sleep(0.1)


main(os.path.abspath(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
