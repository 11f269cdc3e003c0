import { createHash } from 'node:crypto'
import { portsOf } from '@linecard/driver-kit/codecs'
import { assert, suite, until } from '@linecard/test-kit'
import {
  fakeClock,
  createSwitch,
  startDevice,
  type ConsoleOptions,
  type SwitchModelName,
  type SwitchVendor as AnyVendor,
} from '@linecard/simulator'
import { client } from './client.ts'
import { sshTo, telnetTo, type Person } from './terminal.ts'

const test = suite('command lines of simulated switches')

const ip = '127.8.41.1'
/** Junos has a candidate configuration: junos.test.ts. */
type SwitchVendor = Exclude<AnyVendor, 'juniper'>
const models = {
  dlink: 'DES-3200-28/C1',
  cisco: 'WS-C2960X-24PS-L',
  huawei: 'S5328C-EI',
  eltex: 'MES2324P',
} as const satisfies Record<SwitchVendor, SwitchModelName>

async function start(vendor: SwitchVendor, console: ConsoleOptions = {}) {
  const clock = fakeClock()
  const simulated = createSwitch({ vendor, model: models[vendor], name: 'sw', ip, clock })
  const device = await startDevice({ ip, port: 0, simulated, console: { telnet: 0, ssh: 0, ...console } })
  const session = client(device, { community: 'private', timeout: 10_000 })
  return {
    clock,
    simulated,
    device,
    console: device.console!,
    session,
    value: async (oid: string) => (await session.get(oid))[0]!.value,
    /** Name of port n of the front panel. */
    column: async (column: string, panel: number) =>
      (await session.get(`${column}.${simulated.ports[panel - 1]!.ifIndex}`))[0]!.value,
    telnet: () => telnetTo(ip, device.console!.telnet!),
    ssh: (more = {}) => sshTo(ip, device.console!.ssh!, more),
    stop: async () => {
      session.close()
      await device.stop()
    },
  }
}
type Started = Awaited<ReturnType<typeof start>>

const [ALIAS, ADMIN, OPER, IN, VLAN] = [
  '1.3.6.1.2.1.31.1.1.1.18',
  '1.3.6.1.2.1.2.2.1.7',
  '1.3.6.1.2.1.2.2.1.8',
  '1.3.6.1.2.1.31.1.1.1.6',
  '1.3.6.1.2.1.17.7.1.4.3.1',
]
const octetsOf = async ({ column }: Started, panel: number) =>
  BigInt(`0x${((await column(IN, panel)) as Buffer).toString('hex')}`)
const upPort = ({ simulated, clock }: Started) =>
  simulated.ports.findIndex(port => port.cable.at(clock.now()).state && port.mode === 'access') + 1

/** The same work at the console of each vendor. */
interface Way {
  signIn: [user: string, password: string]
  prompt: string
  /** Lines that describe and disable port n, and lines that enable it again. */
  name(n: number): string[]
  shut(n: number): string[]
  open(n: number): string[]
  vlan(id: number): string[]
  tag(n: number, id: number): string[]
  /** Each line with the text that it must print. */
  save: [string, string][]
  reboot: [string, string][]
  /** Clears the counters that SNMP reads. Null: the vendor has no such command. */
  clear: string[] | null
  nonsense: [string, RegExp]
}
const gi = (n: number) => `gi1/0/${n}`
const ways: Record<SwitchVendor, Way> = {
  dlink: {
    signIn: ['UserName:', 'PassWord:'],
    prompt: 'DES-3200-28:admin#',
    name: n => [`config ports ${n} description "flat 7, door A"`],
    shut: n => [`config ports ${n} state disable`],
    open: n => [`conf po ${n} st en`],
    vlan: id => [`create vlan guests tag ${id}`],
    tag: (n, id) => [`config vlan vlanid ${id} add tagged ${n}`],
    save: [['save', 'DES-3200-28:admin#']],
    reboot: [
      ['reboot', '(y/n) '],
      ['y', ''],
    ],
    clear: ['clear counters'],
    nonsense: [
      'config ports 1 colour red',
      /Next possible completions:\nclear_description   description   speed   state/,
    ],
  },
  cisco: {
    signIn: ['Username: ', 'Password: '],
    prompt: 'sw#',
    name: n => ['configure terminal', `interface ${gi(n)}`, 'description flat 7, door A', 'end'],
    shut: n => ['conf t', `int ${gi(n)}`, 'shut', 'end'],
    open: n => ['conf t', `int GigabitEthernet 1/0/${n}`, 'no shutdown', 'end'],
    vlan: id => ['conf t', `vlan ${id}`, 'name guests', 'end'],
    tag: (n, id) => ['conf t', `int ${gi(n)}`, `switchport trunk allowed vlan add ${id}`, 'end'],
    save: [
      ['copy running-config startup-config', 'Destination filename [startup-config]? '],
      ['', 'sw#'],
    ],
    reboot: [
      ['reload', '[yes/no]: '],
      ['no', '[confirm]'],
      ['', ''],
    ],
    clear: null,
    nonsense: ['show colour', /^show colour\n {8}\^\n% Invalid input detected at '\^' marker\./],
  },
  huawei: {
    signIn: ['Username:', 'Password:'],
    prompt: '<sw>',
    name: n => ['system-view', `interface GigabitEthernet0/0/${n}`, 'description flat 7, door A', 'return'],
    shut: n => ['sys', `int gi 0/0/${n}`, 'shutdown', 'quit', 'quit'],
    open: n => ['sys', `int gi0/0/${n}`, 'undo shutdown', 'return'],
    vlan: id => ['system-view', `vlan ${id}`, 'name guests', 'return'],
    tag: (n, id) => [
      'system-view',
      `interface XGigabitEthernet0/0/${n - 24}`,
      `port trunk allow-pass vlan ${id}`,
      'return',
    ],
    save: [
      ['save', '[Y/N]'],
      ['y', '<sw>'],
    ],
    reboot: [
      ['reboot', 'startup. Continue?[Y/N]:'],
      ['n', 'reboot! Continue?[Y/N]:'],
      ['y', ''],
    ],
    clear: ['reset counters if-mib interface'],
    nonsense: ['display colour', /\n {12}\^\nError: Unrecognized command found at '\^' position\./],
  },
  eltex: {
    signIn: ['User Name:', 'Password:'],
    prompt: 'sw#',
    name: n => ['configure', `interface ${gi(n)}`, 'description "flat 7, door A"', 'end'],
    shut: n => ['configure', `interface ${gi(n)}`, 'shutdown', 'end'],
    open: n => ['configure', `interface gigabitethernet 1/0/${n}`, 'no shutdown', 'exit', 'exit'],
    vlan: id => [
      'configure',
      'vlan database',
      `vlan ${id}`,
      'exit',
      `interface vlan ${id}`,
      'name guests',
      'end',
    ],
    tag: (n, id) => [
      'configure',
      `interface te1/0/${n - 24}`,
      `switchport trunk allowed vlan add ${id}`,
      'end',
    ],
    save: [
      ['write', '(Y/N)[N] ?'],
      ['y', 'sw#'],
    ],
    reboot: [
      ['reload', '(Y/N)[N] '],
      ['y', '(Y/N)[N] '],
      ['y', ''],
    ],
    clear: ['clear counters'],
    nonsense: ['show colour', /% Unrecognized command/],
  },
}

async function signIn(person: Person, { signIn: [user, password], prompt }: Way): Promise<void> {
  await person.until(user)
  await person.ask('admin', password)
  await person.ask('admin', prompt)
}
/** Types lines and waits for the prompt after each. */
async function work(person: Person, lines: readonly string[]): Promise<string> {
  let all = ''
  for (const line of lines) all += (await person.ask(line, /[#>\]]$/)).replaceAll('\r', '')
  return all
}

for (const vendor of Object.keys(ways) as SwitchVendor[]) {
  const way = ways[vendor]

  test(`${vendor}: SNMP shows what a person types, and the console shows what SNMP sets`, async () => {
    const run = await start(vendor)
    const person = await run.telnet()
    await signIn(person, way)
    const port = upPort(run)
    await work(person, way.name(port))
    assert.is(String(await run.column(ALIAS, port)), 'flat 7, door A')
    await work(person, way.shut(port))
    assert.equal([await run.column(ADMIN, port), await run.column(OPER, port)], [2, 2])
    await work(person, way.open(port))
    assert.equal([await run.column(ADMIN, port), await run.column(OPER, port)], [1, 1])
    await work(person, way.vlan(777))
    await work(person, way.tag(26, 777))
    if (vendor === 'cisco') {
      assert.is(String(await run.value('1.3.6.1.4.1.9.9.46.1.3.1.1.4.1.777')), 'guests')
      assert.ok(
        ((await run.column('1.3.6.1.4.1.9.9.46.1.6.1.1.4', 26)) as Buffer)[777 >> 3]! & (0x80 >> (777 % 8)),
      )
    } else {
      assert.is(String(await run.value(`${VLAN}.1.777`)), 'guests')
      assert.equal(portsOf((await run.value(`${VLAN}.2.777`)) as Buffer), [
        run.simulated.ports[25]!.bridgePort!,
      ])
      assert.equal(portsOf((await run.value(`${VLAN}.4.777`)) as Buffer), [])
    }
    await run.session.set({ oid: `${ALIAS}.${run.simulated.ports[0]!.ifIndex}`, type: 4, value: 'by SNMP' })
    const show = {
      dlink: 'show config current_config',
      cisco: 'show running-config',
      huawei: 'display current-configuration',
      eltex: 'show running-config',
    }[vendor]
    await work(person, [
      {
        dlink: 'disable clipaging',
        cisco: 'terminal length 0',
        huawei: 'screen-length 0 temporary',
        eltex: 'terminal datadump',
      }[vendor],
    ])
    assert.match(await work(person, [show]), 'by SNMP')
    assert.match(await work(person, [way.nonsense[0]]), way.nonsense[1])
    person.leave()
    await run.stop()
  })

  test(`${vendor}: a reboot keeps saved changes only; sessions end, the device does not answer, sysUpTime starts from zero`, async () => {
    const run = await start(vendor)
    const person = await run.telnet()
    await signIn(person, way)
    const port = upPort(run)
    await work(person, way.name(port))
    for (const [line, end] of way.save) await person.ask(line, end)
    assert.not(run.simulated.control.unsaved)
    await work(person, way.shut(port))
    for (const [line, end] of way.reboot) {
      if (end) await person.ask(line, end)
      else person.type(`${line}\r\n`)
    }
    await person.closed()
    assert.ok(run.simulated.control.down)
    const refused = await run.telnet()
    assert.is(await refused.closed(), '')
    run.clock.advance(15_000)
    assert.is(await run.value('1.3.6.1.2.1.1.3.0'), 0)
    assert.is(String(await run.column(ALIAS, port)), 'flat 7, door A')
    assert.is(await run.column(ADMIN, port), 1)
    await signIn(await run.telnet(), way)
    await run.stop()
  })

  test(`${vendor}: the clear command clears the counters of SNMP if it does so on the vendor's devices`, async () => {
    const run = await start(vendor)
    const person = await run.telnet()
    await signIn(person, way)
    const port = upPort(run)
    const before = await octetsOf(run, port)
    if (way.clear) {
      await work(person, way.clear)
      assert.is(await octetsOf(run, port), 0n)
    } else {
      const shown = async () =>
        Number(/(\d+) bytes, 0 no buffer/.exec(await work(person, [`show interfaces ${gi(port)}`]))![1])
      assert.is(BigInt(await shown()), before)
      await person.ask('clear counters', '[confirm]')
      await person.ask('', 'sw#')
      assert.is(await shown(), 0)
      assert.is(await octetsOf(run, port), before)
    }
    await run.stop()
  })

  test(`${vendor}: the pager stops after a page; one key continues, another one quits`, async () => {
    const run = await start(vendor)
    const person = await run.telnet()
    await signIn(person, way)
    const list = {
      dlink: 'show ports',
      cisco: 'show interfaces status',
      huawei: 'display interface brief',
      eltex: 'show interfaces status',
    }[vendor]
    const mark = {
      dlink: / Refresh$/,
      cisco: / --More-- $/,
      huawei: /---- More ----$/,
      eltex: /More: <space>,.*<return> $/,
    }[vendor]
    const first = await person.ask(list, mark)
    person.type(' ')
    const second = await person.until(vendor === 'dlink' ? mark : way.prompt)
    assert.ok(
      first.split('\n').length > 15 && second.split('\n').length > 5,
      `${first.length} ${second.length}`,
    )
    if (vendor === 'dlink') {
      person.type('q')
      await person.until(way.prompt)
    }
    await person.ask(list, mark)
    person.type('q')
    assert.ok((await person.until(way.prompt)).split('\n').length < 3)
    await run.stop()
  })

  test(`${vendor}: SSH with password and with keyboard-interactive shows the same state`, async () => {
    const run = await start(vendor)
    for (const keyboard of [false, true]) {
      const person = await run.ssh({ keyboard })
      await person.until(way.prompt)
      await work(person, way.name(keyboard ? 3 : 4))
      person.leave()
    }
    assert.equal(
      [String(await run.column(ALIAS, 3)), String(await run.column(ALIAS, 4))],
      ['flat 7, door A', 'flat 7, door A'],
    )
    for (const wrong of [{ password: 'wrong' }, { login: 'root' }, { keyboard: true, password: 'wrong' }]) {
      assert.match(String(await run.ssh(wrong).catch((error: Error) => error)), /authentication|closed/i)
    }
    await run.stop()
  })
}

test('the privileged mode opens only with its password', async () => {
  for (const vendor of ['cisco', 'eltex'] as const) {
    const run = await start(vendor, { enable: 'open-sesame' })
    const person = await run.telnet()
    await signIn(person, { ...ways[vendor], prompt: 'sw>' })
    assert.match(await person.ask('configure terminal', 'sw>'), /Invalid input|Unrecognized/)
    await person.ask('enable', /Password: ?$/)
    const refusal = await person.ask('guess', /Password: ?$|>$/)
    if (refusal.endsWith('>')) await person.ask('enable', /Password: ?$/)
    await person.ask('open-sesame', 'sw#')
    assert.not.match(person.raw.toString('latin1'), 'open-sesame')
    await run.stop()
  }
})

test('three wrong passwords end a telnet session; passwords are not echoed', async () => {
  const run = await start('cisco')
  const person = await run.telnet()
  for (let tries = 0; tries < 3; tries++) {
    await person.until('Username: ')
    await person.ask('admin', 'Password: ')
    person.type('secret-guess\r\n')
  }
  assert.match(await person.closed(), '% Login invalid')
  assert.not.match(person.raw.toString('latin1'), 'secret-guess')
  await run.stop()
})

test('telnet options: the device offers echo and no go-ahead, asks for the terminal type and refuses unknown options; a doubled 255 is data', async () => {
  const run = await start('huawei')
  const person = await run.telnet()
  await person.until('Username:')
  assert.equal([...person.raw.subarray(0, 12)], [255, 251, 1, 255, 251, 3, 255, 253, 24, 255, 253, 31])
  // WILL terminal type, DO option 99, WILL option 98, and a window size that holds 255, cut anywhere.
  for (const octets of [
    [255],
    [251, 24, 255, 253],
    [99, 255, 251, 98],
    [255, 250, 31, 0, 255, 255, 0],
    [24, 255, 240],
  ])
    person.type(Buffer.from(octets).toString('latin1'))
  await person.ask('admin', 'Password:')
  await person.ask('admin', '<sw>')
  const raw = person.raw.toString('hex')
  assert.match(raw, 'fffa1801fff0', 'SEND of the terminal type')
  assert.match(raw, 'fffc63', 'WONT 99')
  assert.match(raw, 'fffe62', 'DONT 98')
  await run.stop()
})

test('line editing: backspace, Ctrl-U, Ctrl-C, help by question mark, Ctrl-Z', async () => {
  const run = await start('cisco')
  const person = await run.telnet()
  await signIn(person, ways.cisco)
  await person.ask('nonsense\u0015show vlaax\b\bn', 'sw#')
  assert.is(run.console.typed.at(-1), 'show vlan')
  await person.ask('show\u0003', 'sw#')
  person.type('show ?')
  assert.match(await person.until('sw#show '), /\n {2}vlan\r\n/)
  await person.ask('clock', 'sw#')
  await person.ask('configure terminal', '(config)#')
  person.type('\u001a')
  await person.until('sw#')
  await run.stop()
})

test('a device keeps its host key until changeHostKey', async () => {
  const seen: string[] = []
  const look = {
    seen: (key: Buffer) => {
      seen.push(createHash('sha256').update(key).digest('hex'))
    },
  }
  for (let times = 0; times < 2; times++) {
    const run = await start('huawei')
    ;(await run.ssh(look)).leave()
    if (times === 1) {
      run.console.changeHostKey()
      ;(await run.ssh(look)).leave()
    }
    await run.stop()
  }
  assert.is(seen[0], seen[1])
  assert.is.not(seen[1], seen[2])
})

test('legacy SSH accepts only clients that offer old algorithms', async () => {
  const run = await start('huawei', { legacySsh: true })
  assert.match(
    String(await run.ssh({ algorithms: { kex: ['curve25519-sha256'] } }).catch((error: Error) => error)),
    /no matching|closed/i,
  )
  const old = await run.ssh({
    algorithms: {
      kex: ['diffie-hellman-group1-sha1'],
      cipher: ['3des-cbc'],
      hmac: ['hmac-md5'],
      serverHostKey: ['ssh-rsa'],
    },
  })
  await old.until('<sw>')
  await run.stop()
})

test("one session at most: a second client gets the vendor's message, and can sign in after the first has left", async () => {
  const run = await start('huawei', { behaviour: { sessions: 1 } })
  const first = await run.telnet()
  await signIn(first, ways.huawei)
  assert.match(await (await run.telnet()).closed(), 'All user interfaces are used')
  assert.match(await (await run.ssh()).closed(), 'All user interfaces are used')
  await until('the second session has ended', () => run.console.open === 1)
  first.leave()
  await until('the first session has ended', () => run.console.open === 0)
  await signIn(await run.telnet(), ways.huawei)
  await run.stop()
})

test('faults: no prompt, a connection that breaks, another pager, a banner, a password that must be changed, a refused enable', async () => {
  const run = await start('cisco', {
    behaviour: { banner: 'core#\r\nsw> stay out #\r\n', pageRows: 5, pager: '<--- More --->' },
  })
  const { behaviour } = run.console
  const person = await run.telnet()
  assert.match(await person.until('Username: '), 'stay out #')
  await person.ask('admin', 'Password: ')
  await person.ask('admin', 'sw#')
  assert.is((await person.ask('show interfaces status', '<--- More --->')).split('\n').length, 6)
  person.type('q')
  await person.until('sw#')
  behaviour.drop = { command: /^show vlan/, after: 40 }
  await person.ask('terminal length 0', 'sw#')
  person.type('show vlan\r\n')
  assert.is(
    (await person.closed()).length,
    'show vlan\r\n'.length + 40 + 1,
    'forty characters, one of them a line end of two',
  )
  behaviour.mute = /^show clock/
  const mute = await run.telnet()
  await signIn(mute, ways.cisco)
  await mute.ask('show clock', 'show clock\r\n')
  await mute.ask('\r\n', /^$/)
  behaviour.mustChangePassword = true
  const changer = await run.telnet()
  await changer.until('Username: ')
  await changer.ask('admin', 'Password: ')
  assert.match(await changer.ask('admin', 'New password: '), 'must change')
  await changer.ask('better-word', 'Confirm new password: ')
  await changer.ask('better-word', 'sw#')
  await run.stop()

  const refusing = await start('cisco', { enable: 'x', behaviour: { refuseEnable: true } })
  const user = await refusing.telnet()
  await signIn(user, { ...ways.cisco, prompt: 'sw>' })
  await user.ask('enable', 'Password: ')
  await user.ask('x', 'Password: ')
  await user.ask('x', 'Password: ')
  assert.match(await user.ask('x', 'sw>'), '% Bad secrets')
  await refusing.stop()
})

const plain = (text: string): string =>
  text.replace(/\u001b\[[0-9;]*[A-Za-z]|\u001b\][^\u0007]*\u0007|\r/g, '')

test('faults: single octets, slow output, colours, CR CR LF and no echo give the same text', async () => {
  const run = await start('eltex')
  const answer = async () => {
    const person = await run.telnet()
    await person.until(/User Name:\S*$/)
    await person.ask('admin', /Password:\S*$/)
    await person.ask('admin', /sw#\S*$/)
    const said = plain(await person.ask('show version', /sw#\S*$/)).replace('show version', '')
    person.leave()
    return said.trim()
  }
  const as = await answer()
  assert.match(as, 'Version: 4.0.17.3')
  for (const behaviour of [
    { split: true },
    { trickle: { octets: 7, everyMs: 1 } },
    { ansi: true },
    { doubleCr: true },
    { noEcho: true },
    { ansi: true, split: true },
  ]) {
    run.console.behaviour = behaviour
    assert.is(await answer(), as, JSON.stringify(behaviour))
  }
  await run.stop()
})

test('the start fails for a port that is in use and for a device without a console, and leaves nothing open', async () => {
  const run = await start('dlink')
  const simulated = createSwitch({ vendor: 'dlink', model: 'DES-3200-10/C1', name: 'other', ip })
  const failed = await startDevice({
    ip,
    port: 0,
    simulated,
    console: { ssh: 0, telnet: run.console.telnet! },
  }).catch((error: Error) => error)
  assert.match((failed as Error).message, `cannot listen on ${ip}:${run.console.telnet}`)
  assert.match(
    String(
      await startDevice({ ip, port: 0, recording: [], console: { telnet: 0 } }).catch(
        (error: Error) => error,
      ),
    ),
    'not a simulated device',
  )
  await run.stop()
})
