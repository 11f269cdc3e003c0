/** Tests with the agent and the tools of net-snmp, which are independent of our codec. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SnmpType } from '@linecard/driver-kit'
import type { SnmpAccess } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { openSnmp } from '../src/snmp/index.ts'
import { accessTo, failure } from './support/snmp.ts'

const test = suite('SNMP and snmpd')
const ip = '127.0.0.9'
const location = '1.3.6.1.2.1.1.6.0'
const orTable = ['1.3.6.1.2.1.1.9.1.2', '1.3.6.1.2.1.1.9.1.3']
type User = NonNullable<SnmpAccess['user']>
const users: User[] = (
  [
    ['md5', 'des', 'MD5', 'DES'],
    ['sha', 'aes', 'SHA', 'AES'],
    ['sha512', 'aes', 'SHA-512', 'AES'],
    ['sha256', 'aes256b', 'SHA-256', 'AES-256'],
  ] as const
).map(([auth, priv]) => ({
  name: `${auth}${priv}`,
  level: 'authPriv',
  auth: { protocol: auth, key: 'authentic12' },
  priv: { protocol: priv, key: 'private1234' },
}))
const config = (port: number) => `agentaddress udp:${ip}:${port}
rocommunity public
rwcommunity private
sysName linecard-test
createUser md5des MD5 authentic12 DES private1234
createUser shaaes SHA authentic12 AES private1234
createUser sha512aes SHA-512 authentic12 AES private1234
createUser sha256aes256b SHA-256 authentic12 AES-256 private1234
${users.map(({ name }) => `rwuser ${name}`).join('\n')}
`

async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  const listening = once(socket, 'listening')
  socket.bind(0, ip)
  await listening
  const { port } = socket.address()
  socket.close()
  return port
}

const daemon = ['/usr/sbin/snmpd', '/usr/local/sbin/snmpd', '/opt/homebrew/sbin/snmpd'].find(path =>
  existsSync(path),
)
if (!daemon) test.skip('reading and writing snmpd', 'snmpd is not installed (Debian packages snmpd, snmp)')

test('this machine says whether it has snmpd', () => assert.ok(daemon === undefined || existsSync(daemon)))

if (daemon) {
  let folder = ''
  let port = 0
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(daemon, ['-f', '-Lo', '-C', '-c', join(folder, 'agent.conf')], {
      env: { ...process.env, SNMP_PERSISTENT_DIR: folder, MIBS: '' },
      stdio: 'ignore',
    })
    const snmp = openSnmp({ ip, access: accessTo(port, { timeoutMs: 100, retries: 0 }) })
    await until('snmpd answers', () =>
      snmp.get([location]).then(
        () => true,
        () => false,
      ),
    )
    snmp.close()
  }
  const stop = async () => {
    if (!child || child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const open = (more: Partial<SnmpAccess>) =>
    openSnmp({ ip, access: accessTo(port, { timeoutMs: 1000, ...more }) })

  test.before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linecard-snmpd-'))
    port = await freePort()
    await writeFile(join(folder, 'agent.conf'), config(port))
    await start()
  })
  test.after(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('all versions read the same, and as snmpbulkwalk does', async () => {
    const { stdout } = await promisify(execFile)('snmpbulkwalk', [
      '-v2c',
      '-cpublic',
      '-On',
      '-Oe',
      '-m',
      '',
      `${ip}:${port}`,
      orTable[0]!,
    ])
    const expected = [...stdout.matchAll(/^\.(\S+) = OID: \.(\S+)$/gm)].map(([, oid, value]) => [oid, value])
    assert.ok(expected.length > 3)
    for (const version of ['1', '2c', '3'] as const) {
      const snmp = open({ version, user: users[1] })
      const { columns, missing } = await snmp.columns(orTable)
      assert.equal(
        [...columns[0]!.values()].map(({ oid, value }) => [oid, value]),
        expected,
        `SNMPv${version}`,
      )
      assert.equal([columns[1]!.size, missing], [expected.length, []])
      snmp.close()
    }
  })

  test('SNMPv3 with each pair of protocols; SET is there afterwards', async () => {
    for (const user of users) {
      const snmp = open({ version: '3', user })
      const value = Buffer.from(`rack of ${user.name}`)
      await snmp.set([{ oid: '1.3.6.1.2.1.1.4.0', type: SnmpType.OctetString, value }])
      assert.equal((await snmp.get(['1.3.6.1.2.1.1.4.0'])).get('1.3.6.1.2.1.1.4.0')?.value, value)
      snmp.close()
    }
  })

  test('a refused SET and a wrong community', async () => {
    const snmp = open({})
    assert.match(
      (
        await failure(
          'CommandRejected',
          snmp.set([{ oid: '1.3.6.1.2.1.1.3.0', type: SnmpType.TimeTicks, value: 1 }]),
        )
      ).message,
      'notWritable',
    )
    snmp.close()
    const stranger = open({ community: 'wrong', timeoutMs: 100 })
    await failure('DeviceTimeout', stranger.get([location]))
    stranger.close()
  })

  test('SNMPv3 user and key', async () => {
    const [user] = users
    for (const wrong of [
      { ...user!, name: 'nobody' },
      { ...user!, auth: { protocol: 'md5', key: 'wrong-wrong' } as const },
    ]) {
      const snmp = open({ version: '3', user: wrong })
      await failure('AuthFailed', snmp.get([location]))
      snmp.close()
    }
  })

  test('snmpd restarts under an open SNMPv3 session', async () => {
    const snmp = open({ version: '3', user: users[1], retries: 3 })
    assert.is((await snmp.get([location])).size, 1)
    await stop()
    await start()
    assert.is((await snmp.get([location])).size, 1)
    snmp.close()
  })
}
