import { execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SnmpType } from '@linecard/driver-kit'
import { fixedMib, startDevice } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { createNetworks } from '../src/networks.ts'
import { timesOf } from '../src/ping/icmp.ts'
import { createPing } from '../src/ping/index.ts'
import { programOf, run } from '../src/ping/program.ts'
import { hopOf } from '../src/ping/trace.ts'

const searchPath = process.env['PATH'] ?? ''
const [realFping, realTraceroute] = await Promise.all(
  ['fping', 'traceroute'].map(name => programOf(name, searchPath)),
)
const test = suite('equipment: ping and traceroute', { level: 'full' })
const networks = createNetworks(['127.0.0.0/8', '10.0.0.0/8', 'fd00::/8'], { allowLoopback: true })

let folder = ''
const open: { stop(): unknown }[] = []
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-ping-'))
})
test.after(async () => {
  for (const one of open.splice(0)) await one.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A folder with one program that writes each argument to a line of a file, and then prints `output`. */
async function programs(
  name: string,
  output: string,
  code = 0,
): Promise<{ path: string; args(): Promise<string[]>; ran(): Promise<boolean> }> {
  const path = await mkdtemp(join(folder, 'bin-'))
  const notes = join(path, 'args')
  await writeFile(
    join(path, name),
    `#!/bin/sh\nfor word in "$@"; do printf '%s\\n' "$word" >> '${notes}'; done\ncat >&2 <<'END'\n${output}\nEND\nexit ${code}\n`,
  )
  await chmod(join(path, name), 0o755)
  const read = () => readFile(notes, 'utf8')
  return {
    path,
    args: async () => (await read()).trimEnd().split('\n'),
    ran: () =>
      read().then(
        () => true,
        () => false,
      ),
  }
}
const codeOf = async (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'no error',
    (error: { code: string }) => error.code,
  )

test('reads the output of fping, and accepts nothing else', () => {
  assert.equal(timesOf('192.0.2.1 : 0.43 - 12', '192.0.2.1', 3), [0.43, null, 12])
  assert.equal(timesOf('ICMP Host Unreachable from 192.0.2.9\nfd00::7 : - -', 'fd00::7', 2), [null, null])
  for (const wrong of [
    '',
    '192.0.2.1 : 0.43',
    '192.0.2.1 : 0.43 x 1',
    '192.0.2.10 : 1 2 3',
    '192.0.2.1 is alive',
  ])
    assert.is(timesOf(wrong, '192.0.2.1', 3), null, wrong)
})

test('reads the hops of traceroute', () => {
  assert.equal(hopOf(' 1  192.0.2.1  0.345 ms'), { hop: 1, ip: '192.0.2.1', time_ms: 0.345, note: null })
  assert.equal(hopOf(' 2  *'), { hop: 2, ip: null, time_ms: null, note: null })
  assert.equal(hopOf('12  fd00::9  4.8 ms !X'), { hop: 12, ip: 'fd00::9', time_ms: 4.8, note: '!X' })
  for (const wrong of ['traceroute to 192.0.2.1 (192.0.2.1), 30 hops max', '', ' 1  gateway.example  1 ms'])
    assert.is(hopOf(wrong), null, wrong)
})

test('by ICMP, if fping is installed: its arguments are an address and numbers', async () => {
  const { path, args } = await programs('fping', '127.0.0.1 : 0.28 - 0.05', 1)
  const answer = await createPing({ networks, path }).ping('127.0.0.1', { count: 3, timeoutMs: 200 })
  assert.equal(answer, {
    ip: '127.0.0.1',
    method: 'icmp',
    sent: 3,
    received: 2,
    times_ms: [0.28, null, 0.05],
    instead: null,
  })
  assert.equal(await args(), ['-4', '-q', '-C', '3', '-p', '200', '-t', '200', '--', '127.0.0.1'])
})

test('no answer is an answer of fping, not a reason to try something else', async () => {
  const { path } = await programs('fping', '127.0.0.1 : - -', 1)
  assert.equal(await createPing({ networks, path }).ping('127.0.0.1', { count: 2 }), {
    ip: '127.0.0.1',
    method: 'icmp',
    sent: 2,
    received: 0,
    times_ms: [null, null],
    instead: null,
  })
})

test('hostile names, options and addresses start no program and reach no socket', async () => {
  const fping = await programs('fping', '')
  const traceroute = await programs('traceroute', '')
  const marker = join(folder, 'owned')
  const hostile = [
    `127.0.0.1; touch ${marker}`,
    `$(touch ${marker})`,
    `\`touch ${marker}\``,
    `127.0.0.1 | touch ${marker}`,
    `127.0.0.1\ntouch ${marker}`,
    '-h',
    '--help',
    '-f/etc/passwd',
    '-g 127.0.0.0/8',
    '--',
    '',
    ' 127.0.0.1',
    '127.0.0.1 ',
    "127.0.0.1'",
    '127.0.0.1"',
    '127.0.0.1\u0000',
    'localhost',
    'example.com',
    '0177.0.0.1',
    '2130706433',
    '0x7f.1',
    '127.1',
    '127.0.0.1/8',
    'fe80::1%lo',
    '::1%lo; id',
    '::ffff:169.254.169.254',
    '169.254.169.254',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '::',
    'ff02::1',
    '192.0.2.1',
    '8.8.8.8',
  ]
  for (const ip of hostile) {
    assert.is(
      await codeOf(createPing({ networks, path: fping.path }).ping(ip)),
      'EQUIPMENT_ADDRESS_REFUSED',
      ip,
    )
    assert.is(
      await codeOf(createPing({ networks, path: traceroute.path }).trace(ip)),
      'EQUIPMENT_ADDRESS_REFUSED',
      ip,
    )
  }
  assert.not.ok(await fping.ran())
  assert.not.ok(await traceroute.ran())
  assert.is(await programOf('owned', folder), null)
})

test('no shell reads the arguments', async () => {
  const marker = join(folder, 'shelled')
  const echo = await programs('echo-args', 'done')
  const words = [`; touch ${marker}`, `$(touch ${marker})`, '-x', '*', '>', `${marker}`, "'", '"']
  const { code, stderr } = await run((await programOf('echo-args', echo.path))!, words, { ms: 10_000 })
  assert.equal([code, stderr.trim()], [0, 'done'])
  assert.equal(await echo.args(), words)
  assert.is(
    await readFile(marker).then(
      () => 'there',
      () => 'absent',
    ),
    'absent',
  )
})

test('numbers out of range are limited to the range, and not passed on', async () => {
  const { path, args } = await programs('fping', 'nothing')
  await createPing({ networks, path, tcpPorts: [1] }).ping('127.0.0.1', { count: 1e9, timeoutMs: -5 })
  assert.equal((await args()).slice(3, 8), ['20', '-p', '50', '-t', '50'])
})

test('a program that never ends is stopped', async () => {
  const path = await mkdtemp(join(folder, 'bin-'))
  await writeFile(join(path, 'hangs'), '#!/bin/sh\nexec sleep 3600\n', { mode: 0o755 })
  assert.is((await run(join(path, 'hangs'), [], { ms: 100 })).code, null)
  const stop = new AbortController()
  const running = run(join(path, 'hangs'), [], { ms: 60_000, signal: stop.signal })
  stop.abort(new Error('gone'))
  assert.is(
    await running.then(
      () => '',
      (error: Error) => error.message,
    ),
    'gone',
  )
})

test('by TCP without fping or without the right to send: a refused handshake is an answer', async () => {
  const without = await createPing({ networks, path: join(folder, 'nowhere') }).ping('127.0.0.1', {
    count: 2,
    timeoutMs: 5000,
  })
  assert.equal(
    [without.method, without.sent, without.received, without.instead],
    ['tcp', 2, 2, 'the program fping is not installed'],
  )
  const { path } = await programs('fping', `fping: can't create socket (must run as root?)`, 4)
  const forbidden = await createPing({ networks, path }).ping('127.0.0.1', { count: 1, timeoutMs: 5000 })
  assert.equal([forbidden.method, forbidden.received], ['tcp', 1])
  assert.match(forbidden.instead!, 'must run as root')
})

/**
 * A port without answers to handshakes: its process is stopped and its queue is full, so Linux drops new
 * connections.
 */
async function silentPort(): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      '-e',
      `const s = require('net').createServer(); s.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => console.log(s.address().port))`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  open.push({ stop: () => child.kill('SIGKILL') })
  const port = await new Promise<number>(resolve =>
    child.stdout.once('data', (text: Buffer) => resolve(Number(text))),
  )
  child.kill('SIGSTOP')
  const fill = Array.from({ length: 4 }, () => connect({ host: '127.0.0.1', port }).on('error', () => {}))
  open.push({
    stop: () => {
      for (const socket of fill) socket.destroy()
    },
  })
  await until(
    'the queue is full',
    async () => fill.filter(socket => socket.readyState === 'open').length >= 2,
  )
  return port
}

test('TCP without an answer is silence; a device with SNMP is then asked over SNMP', async () => {
  const port = await silentPort()
  const ping = createPing({ networks, path: join(folder, 'nowhere'), tcpPorts: [port] })
  assert.equal(await ping.ping('127.0.0.1', { count: 2, timeoutMs: 300 }), {
    ip: '127.0.0.1',
    method: 'tcp',
    sent: 2,
    received: 0,
    times_ms: [null, null],
    instead: 'the program fping is not installed',
  })
  const device = await startDevice({
    ip: '127.0.0.1',
    port: 0,
    mib: fixedMib([{ oid: '1.3.6.1.2.1.1.3.0', type: SnmpType.TimeTicks, value: 4711 }]),
  })
  open.push(device)
  const access = {
    version: '2c' as const,
    port: device.port,
    timeoutMs: 5000,
    retries: 3,
    community: 'public',
    writeCommunity: '',
  }
  const answer = await ping.ping('127.0.0.1', { count: 1, timeoutMs: 3000, snmp: access })
  assert.equal([answer.method, answer.received], ['snmp', 1])
  assert.match(answer.instead!, 'TCP gave no answer')
  device.behaviour.silent = true
  const before = device.requests
  const silent = await ping.ping('127.0.0.1', { count: 2, timeoutMs: 200, snmp: access })
  assert.equal([silent.method, silent.sent, silent.received, device.requests - before], ['snmp', 2, 0, 2])
})

test('a single try prefers a port that refuses, then an open one, then SNMP; silence is no answer', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  open.push({ stop: () => server.close() })
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const silent = await silentPort()
  const ping = createPing({ networks })
  const told = async (ports: number[]) => {
    const {
      method,
      port: heard,
      refused,
      time_ms,
    } = await ping.reach('127.0.0.1', { ports, timeoutMs: 3000 })
    return [method, heard, refused, time_ms === null]
  }
  assert.equal(await told([silent, port, 1]), ['tcp', 1, true, false])
  assert.equal(await told([silent, port]), ['tcp', port, false, false])
  assert.equal(await told([]), [null, null, false, true])
  assert.equal(
    (await ping.reach('::ffff:127.0.0.1', { ports: [silent], timeoutMs: 300 })).method,
    null,
    'a port that drops what comes is silence',
  )
  const device = await startDevice({
    ip: '127.0.0.1',
    port: 0,
    mib: fixedMib([{ oid: '1.3.6.1.2.1.1.3.0', type: SnmpType.TimeTicks, value: 4711 }]),
  })
  open.push(device)
  const snmp = {
    version: '2c' as const,
    port: device.port,
    timeoutMs: 5000,
    retries: 3,
    community: 'public',
    writeCommunity: '',
  }
  const asked = { ports: [silent], timeoutMs: 1000, snmp }
  assert.is((await ping.reach('127.0.0.1', asked)).method, 'snmp')
  assert.is((await ping.reach('127.0.0.1', { ...asked, snmp: { ...snmp, off: true } })).method, null)
  device.behaviour.silent = true
  assert.is((await ping.reach('127.0.0.1', asked)).method, null)
  assert.is(await codeOf(ping.reach('192.0.2.1', asked)), 'EQUIPMENT_ADDRESS_REFUSED')
  assert.is(ping.address('::ffff:127.0.0.9'), '127.0.0.9')
  assert.throws(() => ping.address('fe80::1%lo'))
})

const real = 'a real fping pings IPv4 and IPv6'
if (!realFping) test.skip(real, 'no fping is installed: apt-get install fping')
else {
  test(real, async () => {
    for (const ip of ['127.0.0.1', '::1']) {
      const answer = await createPing({ networks }).ping(ip, { count: 2, timeoutMs: 2000 })
      assert.equal(
        [answer.instead, answer.sent, answer.received, answer.times_ms.every(time => time! >= 0)],
        [null, 2, 2, true],
        ip,
      )
    }
  })
}

const traced = 'a real traceroute finds IPv4 and IPv6'
if (!realTraceroute) test.skip(traced, 'no traceroute is installed: apt-get install traceroute')
else {
  test(traced, async () => {
    for (const ip of ['127.0.0.1', '::1']) {
      const { hops, reached, complete } = await createPing({ networks }).trace(ip)
      assert.equal([hops.map(hop => hop.ip), reached, complete], [[ip], true, true])
    }
  })
}

test('without traceroute: an error that says what to install', async () => {
  assert.is(
    await codeOf(createPing({ networks, path: join(folder, 'nowhere') }).trace('127.0.0.1')),
    'EQUIPMENT_TRACEROUTE_MISSING',
  )
})

test('traceroute: limited in hops and time, and the hops before the deadline are kept', async () => {
  const path = await mkdtemp(join(folder, 'bin-'))
  await writeFile(
    join(path, 'traceroute'),
    `#!/bin/sh\necho "$@" > '${join(path, 'args')}'\necho 'traceroute to 10.9.9.9 (10.9.9.9), 5 hops max'\necho ' 1  10.0.0.1  0.4 ms'\necho ' 2  *'\nexec sleep 3600\n`,
    { mode: 0o755 },
  )
  const answer = await createPing({ networks, path }).trace('127.0.0.9', {
    maxHops: 5,
    timeoutMs: 100,
    totalMs: 1000,
  })
  assert.equal(answer, {
    ip: '127.0.0.9',
    hops: [
      { hop: 1, ip: '10.0.0.1', time_ms: 0.4, note: null },
      { hop: 2, ip: null, time_ms: null, note: null },
    ],
    reached: false,
    complete: false,
  })
  assert.is((await readFile(join(path, 'args'), 'utf8')).trim(), '-4 -n -q 1 -w 0.1 -m 5 -- 127.0.0.9')
  const broken = await programs('traceroute', 'socket: Operation not permitted', 1)
  assert.is(
    await codeOf(createPing({ networks, path: broken.path }).trace('127.0.0.9')),
    'EQUIPMENT_TRACEROUTE_FAILED',
  )
})

test('IPv6 addresses are used in their canonical form, mapped IPv4 addresses as IPv4', async () => {
  const six = await programs('fping', '::1 : 0.1')
  assert.is((await createPing({ networks, path: six.path }).ping('0:0:0:0:0:0:0:1', { count: 1 })).ip, '::1')
  assert.equal(
    (await six.args()).filter((_, nth, all) => nth === 0 || nth === all.length - 1),
    ['-6', '::1'],
  )
  const four = await programs('fping', '127.0.0.1 : 0.1')
  assert.is(
    (await createPing({ networks, path: four.path }).ping('::ffff:127.0.0.1', { count: 1 })).ip,
    '127.0.0.1',
  )
  assert.is((await four.args())[0], '-4')
  const server: Server = createServer().listen({ host: '::1', port: 0 })
  open.push({ stop: () => server.close() })
  await new Promise(resolve => server.once('listening', resolve))
  const port = (server.address() as { port: number }).port
  assert.is(
    (
      await createPing({ networks, path: folder, tcpPorts: [port] }).ping('::1', {
        count: 1,
        timeoutMs: 5000,
      })
    ).received,
    1,
  )
})

/** A network of its own, in which only 127.0.0.1 exists: nothing can leave it. */
const alone = [
  '-n',
  'sh',
  '-c',
  'echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6 && (ip link set lo up || ifconfig lo up) && exec "$0" "$@"',
]
const noNamespace = ((): string | null => {
  try {
    execFileSync('unshare', [...alone, 'true'], { stdio: 'pipe' })
    return null
  } catch {
    return 'no network namespace can be made here: it takes Linux, unshare, ip and root'
  }
})()
const off = 'with IPv6 switched off a ping is an error that says so, never a device that is down'
if (noNamespace) test.skip(off, noNamespace)
else {
  test(off, () => {
    const script = `
      import { createNetworks } from ${JSON.stringify(new URL('../src/networks.ts', import.meta.url).href)}
      import { createPing } from ${JSON.stringify(new URL('../src/ping/index.ts', import.meta.url).href)}
      const ping = createPing({ networks: createNetworks(['fd00::/8', '10.0.0.0/8'], { allowLoopback: true }) })
      for (const ip of ['::1', 'fd00::7', '10.1.2.3', '127.0.0.1']) console.log(ip, await ping.ping(ip, { count: 1, timeoutMs: 500 }).then(one => one.received, error => error.code + ' ' + error.message))`
    const said = execFileSync(
      'unshare',
      [...alone, process.execPath, '--conditions=source', '--input-type=module', '-e', script],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    )
      .trim()
      .split('\n')
    assert.match(said[0]!, /^::1 EQUIPMENT_NO_ROUTE .*IPv6 may be switched off/)
    assert.match(said[1]!, /^fd00::7 EQUIPMENT_NO_ROUTE .*IPv6 may be switched off/)
    assert.match(said[2]!, /^10\.1\.2\.3 EQUIPMENT_NO_ROUTE .*no route/)
    assert.is(said[3], '127.0.0.1 1')
  })
}
