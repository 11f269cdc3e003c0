/** The sshd of OpenSSH, one setting after the other: each lets us in, and none holds the process up. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, failureOf, longestTurn, suite, until } from '@linecard/test-kit'
import { hostKeysInMemory, type HostKeys } from '../src/host-keys.ts'
import { openSsh } from '../src/console/ssh-apart.ts'
import type { ConsoleTransport } from '../src/console/transport.ts'

const test = suite('SSH and sshd', { level: 'full' })
const ip = '127.0.0.1'
const { signal } = new AbortController()
const sshd = '/usr/sbin/sshd'
/** A setting may hold up the event loop for so long, in ms of CPU time. */
const longestMs = 200

/** What there is is looked for in a mount namespace: sshd gets users and a /run of its own there. */
const inNamespace = ['-m', '--propagation', 'private']
const why = !existsSync(sshd)
  ? 'sshd is not installed (Debian package openssh-server)'
  : spawnSync('unshare', [...inNamespace, 'true']).status !== 0
    ? 'this user may not make a mount namespace, which sshd needs for a user of its own'
    : null

const passwd = (shell: string) =>
  `root:x:0:0::/:/bin/sh\nsshd:x:105:65534::/:/usr/sbin/nologin\nnoc:x:65534:65534::/:${shell}\n`
/** `pass-word`, by `openssl passwd -6`. */
const hash =
  '$6$linecard$eq00Fz0yABYC5/NZLo/ERX6P845GiKjYybkCPSg4DYO7fDRaoQYr/fFj4RjstYdEl/GnmcQfiy.Dw0/nkvWgy.'
const shadow = `root:*:19000:0:99999:7:::\nnoc:${hash}:19000:0:99999:7:::\n`
const shell = `#!/bin/sh
printf 'sw1#'
text=$(printf '%0500d' 0)
while read -r line; do printf '%s\\nyou said %s\\nsw1#' "$text" "$line"; done
`

/** One line in sshd_config each. */
type Setting = Readonly<Record<string, string>>
const each = (name: string, values: readonly string[]): Setting[] => values.map(one => ({ [name]: one }))

const settings: Setting[] = [
  {},
  ...each('KexAlgorithms', [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group14-sha256',
    'diffie-hellman-group-exchange-sha256',
  ]),
  ...each('Ciphers', [
    'chacha20-poly1305@openssh.com',
    'aes256-gcm@openssh.com',
    'aes128-gcm@openssh.com',
    'aes256-ctr',
    'aes192-ctr',
    'aes128-ctr',
  ]),
  ...each('MACs', [
    'hmac-sha2-256-etm@openssh.com',
    'hmac-sha2-512-etm@openssh.com',
    'hmac-sha2-256',
    'hmac-sha2-512',
  ]).map(one => ({ ...one, Ciphers: 'aes128-ctr' })),
  ...each('HostKeyAlgorithms', ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'rsa-sha2-512', 'rsa-sha2-256']),
  // Hardened: the cipher makes us ask for a group of 8,192 bits.
  { KexAlgorithms: 'diffie-hellman-group-exchange-sha256', Ciphers: 'aes256-ctr' },
  { KexAlgorithms: 'diffie-hellman-group-exchange-sha256', Ciphers: 'chacha20-poly1305@openssh.com' },
  // The device wants new keys all the time.
  { RekeyLimit: '16K' },
  { KexAlgorithms: 'diffie-hellman-group-exchange-sha256', RekeyLimit: '16K' },
]
/** Only with legacy algorithms allowed. */
const legacy: Setting[] = [
  ...each('KexAlgorithms', [
    'diffie-hellman-group14-sha1',
    'diffie-hellman-group1-sha1',
    'diffie-hellman-group-exchange-sha1',
  ]),
  ...each('Ciphers', ['aes256-cbc', 'aes192-cbc', 'aes128-cbc', '3des-cbc']),
  ...each('MACs', ['hmac-sha1', 'hmac-md5']).map(one => ({ ...one, Ciphers: 'aes128-ctr' })),
  ...each('HostKeyAlgorithms', ['ssh-rsa']),
]

/** What sshd has in common with no client of Linecard. */
const foreign: Setting[] = [
  { KexAlgorithms: 'sntrup761x25519-sha512@openssh.com' },
  { KexAlgorithms: 'diffie-hellman-group18-sha512' },
]

const nameOf = (setting: Setting): string =>
  Object.entries(setting)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ') || 'as installed'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, ip)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, ip, () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

if (why) test.skip('every setting of sshd', why)
else {
  let folder = ''
  const running = new Set<ChildProcess>()
  const file = (name: string) => join(folder, name)

  const serve = async (setting: Setting): Promise<{ port: number; stop(): Promise<void> }> => {
    const port = await freePort()
    const lines = {
      Port: String(port),
      ListenAddress: ip,
      UsePAM: 'no',
      PidFile: 'none',
      StrictModes: 'no',
      MaxStartups: '100',
      ModuliFile: file('moduli'),
      PerSourcePenalties: '',
      ...setting,
    }
    const config = file(`${port}.conf`)
    await writeFile(
      config,
      [
        ...['rsa', 'ecdsa', 'ed25519'].map(type => `HostKey ${file(type)}`),
        ...Object.entries(lines).flatMap(([name, value]) => (value === '' ? [] : [`${name} ${value}`])),
        '',
      ].join('\n'),
    )
    const mounts = [
      'mount -t tmpfs tmpfs /run && mkdir -p /run/sshd',
      `mount --bind ${file('passwd')} /etc/passwd && mount --bind ${file('shadow')} /etc/shadow`,
    ]
    const child = spawn(
      'unshare',
      [...inNamespace, 'sh', '-c', `${mounts.join(' && ')} && exec ${sshd} -D -e -f ${config}`],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let said = ''
    child.stderr.on('data', (data: Buffer) => {
      said += data.toString()
    })
    running.add(child)
    await until('sshd answers', async () => {
      if (child.exitCode !== null) throw new Error(`sshd ended: ${said}`)
      return await answers(port)
    })
    return {
      port,
      async stop() {
        running.delete(child)
        child.kill('SIGTERM')
        if (child.exitCode === null) await once(child, 'exit')
      },
    }
  }

  test.before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linecard-sshd-'))
    await chmod(folder, 0o755)
    for (const type of ['rsa', 'ecdsa', 'ed25519'])
      assert.is(spawnSync('ssh-keygen', ['-q', '-N', '', '-t', type, '-f', file(type)]).status, 0)
    // Groups of 3,072 bits only: to prove that a prime of 8,192 bits is one takes 24 s of CPU.
    const moduli = await readFile('/etc/ssh/moduli', 'utf8')
    await writeFile(
      file('moduli'),
      moduli
        .split('\n')
        .filter(line => line.split(' ')[4] === '3071')
        .join('\n'),
    )
    await writeFile(file('shell'), shell, { mode: 0o755 })
    await writeFile(file('passwd'), passwd(file('shell')))
    await writeFile(file('shadow'), shadow)
  })
  test.after(async () => {
    for (const child of running) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  const open = (port: number, more: { allowLegacy?: boolean; password?: string; hostKeys?: HostKeys } = {}) =>
    openSsh({
      ip,
      port,
      connectMs: 20_000,
      signal,
      login: 'noc',
      password: 'pass-word',
      allowLegacy: false,
      profile: {},
      hostKeys: hostKeysInMemory(),
      ...more,
    })

  /** Says 40 lines, so that a device that wants new keys gets them; gives what came back. */
  const talk = async (transport: ConsoleTransport): Promise<string> => {
    let text = ''
    transport.onText(piece => {
      text += piece
    })
    for (let line = 1; line <= 40; line++) {
      transport.write(`line ${line}\n`)
      await until(`the answer to line ${line}`, async () => text.includes(`you said line ${line}\r\nsw1#`))
    }
    return text
  }

  const signsIn = (setting: Setting, allowLegacy: boolean) =>
    test(`${nameOf(setting)}: signs in, commands are answered, the event loop goes on`, async () => {
      const server = await serve(setting)
      const longest = await longestTurn(async () => {
        const transport = await open(server.port, { allowLegacy })
        assert.is(transport.kind, 'ssh')
        await talk(transport)
        const end = new Promise<Error | null>(resolve => transport.onEnd(resolve))
        transport.close()
        await end
      })
      assert.ok(longest <= longestMs, `the event loop was held up for ${Math.round(longest)} ms`)
      await server.stop()
    })
  for (const setting of settings) signsIn(setting, false)
  for (const setting of legacy) signsIn(setting, true)

  for (const setting of [...legacy, ...foreign])
    test(`${nameOf(setting)}: without legacy algorithms it is told that none is shared`, async () => {
      const server = await serve(setting)
      const error = (await failureOf(open(server.port))) as Error & { code: string }
      assert.equal([error.code, /share no SSH algorithms/.test(error.message)], ['DEVICE_SESSION_LOST', true])
      await server.stop()
    })

  test('a device that wants new keys gets what is typed, although its host key was looked up slowly', async () => {
    const kept = hostKeysInMemory()
    const slowly =
      <A extends unknown[], R>(ask: (...args: A) => Promise<R>) =>
      async (...args: A) => {
        await new Promise(resolve => setTimeout(resolve, 100))
        return ask(...args)
      }
    const server = await serve({ RekeyLimit: '16K' })
    const transport = await open(server.port, {
      hostKeys: {
        known: slowly(kept.known),
        keep: slowly(kept.keep),
        refuse: slowly(kept.refuse),
        match: slowly(kept.match),
      },
    })
    const end = new Promise<Error | null>(resolve => transport.onEnd(resolve))
    await Promise.race([talk(transport), end.then(error => Promise.reject(error ?? new Error('it ended')))])
    transport.close()
    await end
    await server.stop()
  })

  test('the process of a session ends with the service, also while it proves a prime', async () => {
    const group = { KexAlgorithms: 'diffie-hellman-group-exchange-sha256', Ciphers: 'aes256-ctr' }
    const server = await serve({ ...group, ModuliFile: '/etc/ssh/moduli' })
    const endpoint = { ip, port: server.port, connectMs: 90_000, login: 'noc', password: 'pass-word' }
    const service = `
      import { fork } from 'node:child_process'
      const child = fork(${JSON.stringify(new URL('../src/console/ssh-process.ts', import.meta.url).pathname)},
        { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: ['--conditions=source'] })
      child.on('message', ({ ask }) => ask && child.send({ known: null }))
      child.send({ open: ${JSON.stringify({ ...endpoint, allowLegacy: false, profile: {} })} })
      console.log(child.pid)`
    const parent = spawn(process.execPath, ['--conditions=source', '--input-type=module', '-e', service], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = said.toString().trim()
    const ticks = async () => Number((await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ')[13])
    // Its start takes one second of CPU at most, the proof 24.
    await until('it proves the prime', async () => (await ticks()) > 300)
    parent.kill('SIGKILL')
    await until('it is gone', () => !existsSync(`/proc/${pid}`))
    await server.stop()
  })

  test('a group of the device: wrong password, another host key, a cancelled call, a cut session', async () => {
    const server = await serve({ KexAlgorithms: 'diffie-hellman-group-exchange-sha256' })
    const wrong = (await failureOf(open(server.port, { password: 'other-word' }))) as Error & { code: string }
    assert.equal([wrong.code, wrong.message.includes('other-word')], ['DEVICE_AUTH_FAILED', false])

    const hostKeys = hostKeysInMemory()
    await hostKeys.keep(ip, server.port, 'SHA256:another')
    const to = { ip, port: server.port, connectMs: 20_000, login: 'noc', password: 'pass-word' }
    const more = { allowLegacy: false, profile: {} }
    const changed = (await failureOf(openSsh({ ...to, ...more, signal, hostKeys }))) as Error & {
      code: string
    }
    assert.is(changed.code, 'DEVICE_HOST_KEY_CHANGED')
    assert.match(changed.message, 'SHA256:another')

    const cancelled = new AbortController()
    const call = openSsh({ ...to, ...more, signal: cancelled.signal, hostKeys: hostKeysInMemory() })
    setTimeout(() => cancelled.abort(new Error('nobody waits')), 300)
    assert.is((await failureOf(call)).message, 'nobody waits')

    const transport = await open(server.port)
    const end = new Promise<Error | null>(resolve => transport.onEnd(resolve))
    // The session is the child of a monitor, the child of the daemon.
    const childrenOf = (pid: string) =>
      spawnSync('pgrep', ['-P', pid]).stdout.toString().split('\n').filter(Boolean)
    const monitors = [...running].flatMap(({ pid }) => childrenOf(String(pid)))
    const sessions = monitors.flatMap(childrenOf)
    assert.ok(sessions.length > 0)
    // A monitor ends by itself once its session is killed: `kill` goes on where a number is gone.
    spawnSync('kill', ['-KILL', ...sessions, ...monitors])
    await end
    await server.stop()
  })
}
