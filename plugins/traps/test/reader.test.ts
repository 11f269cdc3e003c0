import snmp from 'net-snmp'
import { assert, suite } from '@linecard/test-kit'
import type { HeardTrap } from '../src/intake/orders.ts'
import { Senders, type Sender } from '../src/intake/senders.ts'
import { Engines } from '../src/intake/snmp/engines.ts'
import { Held } from '../src/intake/snmp/device-users.ts'
import { Informs } from '../src/intake/snmp/informs.ts'
import { ownClock } from '../src/intake/snmp/own-clock.ts'
import { peek, type V3 } from '../src/intake/snmp/peek.ts'
import { TrapReader } from '../src/intake/snmp/reader.ts'
import { levelBits, receiverUser, userKey, type V3User } from '../src/intake/snmp/users.ts'

/** Messages as net-snmp writes them, read without a socket. */
const test = suite('traps: who may say what')

const [deviceEngine, ownEngine] = ['80000000010203aa', '80000000010203bb']
const address = '192.0.2.7'
const operator: V3User = {
  name: 'operator',
  level: 'authPriv',
  auth: { protocol: 'sha', key: 'a long enough key' },
  priv: { protocol: 'aes', key: 'another long key' },
} as V3User
const linkDown = '1.3.6.1.6.3.1.1.5.3'

interface Written {
  engine?: string
  boots?: number
  time?: number
  user?: V3User
  inform?: boolean
  /** It asks for the engine id. */
  discovers?: boolean
}

type Session = {
  send(req: { message: { msgSecurityParameters: object; toBuffer(): Buffer } }): void
  trap(oid: string, done: () => void): void
  inform(oid: string, done: () => void): void
  sendV3Discovery(pdu: null, feed: () => void, done: () => void, options: object): void
  msgSecurityParameters: object
  close(): void
}

/** A notification of SNMPv3 as a device sends it. */
function v3({
  engine = deviceEngine,
  boots = 1,
  time = 1000,
  user = operator,
  inform = false,
  discovers = false,
}: Written = {}) {
  const of = receiverUser(user) as never
  const session = snmp.createV3Session('127.0.0.1', of, { engineID: engine }) as unknown as Session
  let bytes!: Buffer
  session.msgSecurityParameters = { msgAuthoritativeEngineID: Buffer.from(engine, 'hex') }
  session.send = ({ message }) => {
    Object.assign(message.msgSecurityParameters, {
      msgAuthoritativeEngineBoots: boots,
      msgAuthoritativeEngineTime: time,
    })
    bytes = message.toBuffer()
  }
  const nothing = () => undefined
  if (discovers) session.sendV3Discovery(null, nothing, nothing, {})
  else session[inform ? 'inform' : 'trap'](linkDown, nothing)
  session.close()
  return bytes
}

/** A notification with a community. */
function community(word: string, version: number = snmp.Version2c, oid: string = linkDown) {
  const session = snmp.createSession('127.0.0.1', word, { version: version as 1 }) as unknown as Session
  let bytes!: Buffer
  session.send = ({ message }) => {
    bytes = message.toBuffer()
  }
  session.trap(oid, () => undefined)
  session.close()
  return bytes
}

function start({ communities = [] as string[] } = {}) {
  const senders = new Senders('snmp', { rate: 1000, burst: 1000, keepUnknown: true })
  const [taken, asked, replies] = [[] as HeardTrap[], [] as number[], [] as Buffer[]]
  const engines = new Engines()
  const reader = new TrapReader({
    communities,
    engineId: ownEngine,
    senders,
    engines,
    names: () => ({ of: () => null, modules: 0, problems: [] }),
    reply: message => void replies.push(message),
    take: trap => void taken.push(trap),
    askUser: id => void asked.push(id),
  })
  senders.set(address, 7)
  const sender = senders.admit(address, false)!
  const hear = (message: Buffer, from: Sender = sender) =>
    reader.read(message, { address: from.address, port: 4711 }, from)
  /** Why messages were dropped since the last question. */
  const dropped = () => {
    const said = Object.fromEntries(sender.dropped)
    sender.dropped.clear()
    return said
  }
  return { reader, senders, engines, taken, asked, replies, sender, hear, dropped }
}
/** The same, and the user of device 7 is known. */
function known(user: V3User | null = operator) {
  const world = start()
  world.reader.setUser(7, user)
  return world
}

test('a trap with a community says its version and its device', () => {
  const { hear, taken, dropped, asked } = known(null)
  const before = Date.now()
  hear(community('whatever'))
  hear(community('whatever', snmp.Version1, '1.3.6.1.4.1.9'))
  assert.equal(
    taken.map(({ kind, address: from, deviceId, version, inform, user, oid }) => [
      kind,
      from,
      deviceId,
      version,
      inform,
      user,
      oid,
    ]),
    [
      ['trap', address, 7, '2c', false, null, linkDown],
      ['trap', address, 7, '1', false, null, '1.3.6.1.4.1.0.9'],
    ],
  )
  for (const { at } of taken) assert.ok(before <= at && at <= Date.now(), `${before} ${at}`)
  assert.equal([dropped(), asked], [{}, []])
})

test('another community than those of the settings is dropped', () => {
  const { reader, hear, taken, dropped } = start({ communities: ['secret', 'other'] })
  reader.setUser(7, null)
  hear(community('public'))
  assert.equal([taken.length, dropped()], [0, { wrong_community: 1 }])
  hear(community('other'))
  assert.equal([taken.length, dropped()], [1, {}])
  const one = start({ communities: ['only'] })
  one.hear(community('public'))
  assert.equal([one.taken.length, one.dropped()], [0, { wrong_community: 1 }])
})

test('what is no message, and a message that says nothing, is dropped as malformed', () => {
  const { hear, taken, dropped } = known(null)
  hear(Buffer.from('hello'))
  const cut = Buffer.from(community('public'))
  // The PDU is no trap any more.
  cut[cut.indexOf(0xa7)] = 0xaf
  hear(cut)
  assert.equal([taken.length, dropped()], [0, { malformed: 2 }])
})

test('a message of SNMPv3 waits until the user of its device is known, and is read then', () => {
  const { reader, hear, taken, asked, dropped } = start()
  hear(v3())
  hear(v3({ time: 1001 }))
  assert.equal([taken.length, asked], [0, [7]])
  reader.setUser(7, operator)
  assert.equal(
    taken.map(({ version, user, inform, deviceId }) => [version, user, inform, deviceId]),
    [
      ['3', 'operator', false, 7],
      ['3', 'operator', false, 7],
    ],
  )
  assert.equal([dropped(), asked], [{}, [7]])
  hear(v3({ time: 1002 }))
  assert.equal([taken.length, asked], [3, [7]])
})

test('eight messages of a device wait, and the next ones are dropped', () => {
  const { reader, hear, taken, asked, dropped } = start()
  for (let n = 0; n < 10; n++) hear(v3({ time: 1000 + n }))
  assert.equal([asked, dropped()], [[7], { queue: 2 }])
  reader.setUser(7, operator)
  assert.is(taken.length, 8)
})

test('a sender that is no device has no user of SNMPv3', () => {
  const { senders, hear, taken, asked } = start()
  const stranger = senders.admit('192.0.2.99', false)!
  hear(v3(), stranger)
  assert.equal([taken.length, asked, Object.fromEntries(stranger.dropped)], [0, [], { wrong_user: 1 }])
})

test('a device without a user, and another user, are dropped', () => {
  const none = known(null)
  none.hear(v3())
  assert.equal([none.taken.length, none.dropped(), none.asked], [0, { wrong_user: 1 }, []])
  const other = known({ ...operator, name: 'somebody' })
  other.hear(v3())
  assert.equal([other.taken.length, other.dropped()], [0, { wrong_user: 1 }])
})

test('a message below the level of the user is dropped: it needs no keys', () => {
  for (const level of ['noAuthNoPriv', 'authNoPriv'] as const) {
    const { hear, taken, dropped } = known()
    hear(v3({ user: { ...operator, level } }))
    assert.equal([taken.length, dropped()], [0, { wrong_user: 1 }], level)
  }
  const plain = { name: 'plain', level: 'noAuthNoPriv' } satisfies V3User
  const { hear, taken, dropped } = known(plain)
  hear(v3({ user: plain }))
  hear(v3({ user: { ...operator, name: 'plain' }, time: 1001 }))
  assert.equal([taken.length, dropped()], [1, { wrong_user: 1 }])
})

test('a message with other keys is dropped, and proves nothing of its engine', () => {
  const { hear, taken, dropped } = known()
  const forged = { ...operator, auth: { protocol: 'sha', key: 'a guess that is wrong' } } as V3User
  hear(v3({ user: forged, boots: 99 }))
  assert.equal([taken.length, dropped()], [0, { wrong_user: 1 }])
  hear(v3())
  assert.equal([taken.length, dropped()], [1, {}])
})

test('messages that need no keys use up none of the tries of an engine', () => {
  const { hear, taken, dropped } = known()
  for (let n = 0; n < 10; n++) {
    hear(v3({ user: { ...operator, level: 'noAuthNoPriv' } }))
    hear(v3({ user: { ...operator, name: 'somebody' } }))
  }
  assert.equal([taken.length, dropped()], [0, { wrong_user: 20 }])
  hear(v3())
  assert.is(taken.length, 1)
})

test('keys are guessed five times, and the message of the device after them waits ten seconds', () => {
  const { hear, taken, dropped } = known()
  const began = performance.now()
  try {
    performance.now = () => began
    for (let n = 0; n < 5; n++)
      hear(v3({ user: { ...operator, auth: { protocol: 'sha', key: `guess ${n} of many` } } as V3User }))
    hear(v3())
    assert.equal([taken.length, dropped()], [0, { wrong_user: 6 }])
    performance.now = () => began + 10_001
    hear(v3())
    assert.is(taken.length, 1)
  } finally {
    delete (performance as { now?: unknown }).now
  }
})

test('a message that somebody sends once more later is dropped as replayed', () => {
  const { hear, taken, dropped } = known()
  hear(v3({ boots: 2, time: 1000 }))
  // 150 s are within the window of RFC 3414.
  hear(v3({ boots: 2, time: 850 }))
  assert.equal([taken.length, dropped()], [2, {}])
  hear(v3({ boots: 2, time: 849 }))
  hear(v3({ boots: 1, time: 5000 }))
  assert.equal([taken.length, dropped()], [2, { replayed: 2 }])
  hear(v3({ boots: 3, time: 1 }))
  assert.equal([taken.length, dropped()], [3, {}])
})

test('an old message within the window does not wind the clock of its engine back', () => {
  const { hear, taken, dropped } = known()
  hear(v3({ boots: 2, time: 1000 }))
  hear(v3({ boots: 2, time: 900 }))
  hear(v3({ boots: 2, time: 800 }))
  assert.equal([taken.length, dropped()], [2, { replayed: 1 }])
})

test('a device that is forgotten starts again: its user is asked for, and its engine may be older', () => {
  const { reader, hear, taken, asked } = known()
  hear(v3({ boots: 5 }))
  reader.forget(7)
  hear(v3({ boots: 1 }))
  assert.equal([taken.length, asked], [1, [7]])
  reader.setUser(7, operator)
  assert.is(taken.length, 2)
})

/** Some seconds later by the clock that never steps. The user of device 7 was asked for again, if one is given. */
function later(sec: number, work: () => void, reader?: TrapReader): void {
  const now = performance.now() + sec * 1000
  performance.now = () => now
  try {
    reader?.setUser(7, operator)
    work()
  } finally {
    delete (performance as { now?: unknown }).now
  }
}

test('a message of a device is told once, whenever somebody sends it again', () => {
  const { reader, hear, taken, dropped } = known()
  const message = v3({ time: 1000 })
  hear(message)
  for (const sec of [0, 10, 149, 151, 200, 3600]) later(sec, () => hear(message), reader)
  assert.equal([taken.length, dropped()], [1, { replayed: 6 }])
})

test('the clock of an engine runs: a message that was held back is dropped after the window', () => {
  const { reader, hear, taken, dropped } = known()
  hear(v3({ time: 1000 }))
  later(50, () => hear(v3({ time: 900 })), reader)
  assert.equal([taken.length, dropped()], [2, {}])
  later(52, () => hear(v3({ time: 901 })), reader)
  later(200, () => hear(v3({ time: 1000 })), reader)
  assert.equal([taken.length, dropped()], [2, { replayed: 2 }])
  later(201, () => hear(v3({ time: 1201 })), reader)
  assert.equal([taken.length, dropped()], [3, {}])
})

test('an engine that has counted its starts to the end is believed no more', () => {
  const { hear, taken, dropped } = known()
  hear(v3({ boots: 2 ** 31 - 2 }))
  hear(v3({ boots: 2 ** 31 - 1 }))
  assert.equal([taken.length, dropped()], [1, { replayed: 1 }])
})

test('an inform is confirmed, told once, and measured by the clock of this engine alone', () => {
  const { reader, hear, taken, replies, dropped } = known()
  const informs = (time: number, boots = ownClock().boots) =>
    v3({ engine: ownEngine, inform: true, boots, time: ownClock().time + time })
  const inform = informs(0)
  hear(inform)
  hear(inform)
  assert.equal([taken.length, taken[0]!.inform, replies.length, dropped()], [1, true, 2, { repeated: 1 }])
  const confirmed = peek(replies[0]!) as V3
  assert.equal([confirmed.boots, Math.abs(confirmed.time - ownClock().time) <= 2], [ownClock().boots, true])
  later(120, () => hear(inform), reader)
  assert.equal([taken.length, dropped()], [1, { repeated: 1 }])
  hear(informs(-140))
  hear(informs(140))
  assert.equal([taken.length, dropped()], [3, {}])
  for (const late of [informs(-160), informs(160), informs(0, 0), informs(0, 2)]) hear(late)
  assert.equal([taken.length, replies.length, dropped()], [3, 5, { replayed: 4 }])
  // The engine of the device has not been learnt from them.
  hear(v3({ boots: 0, time: 0 }))
  assert.equal([taken.length, dropped()], [4, {}])
})

test('the clock of this engine counts on, also over a restart', () => {
  const [now, second] = [ownClock(1_800_000_000_000), ownClock(1_800_000_001_000)]
  assert.equal([second.boots, second.time - now.time], [now.boots, 1])
  assert.ok(now.time > 0 && ownClock(Date.UTC(2091, 0, 1)).time < 2 ** 31)
})

test('nothing without keys is believed of a device whose profile has keys', () => {
  for (const level of ['authPriv', 'authNoPriv'] as const) {
    const { hear, taken, dropped } = known({ ...operator, level })
    hear(community('public'))
    hear(community('public', snmp.Version1))
    assert.equal([taken.length, dropped()], [0, { wrong_user: 2 }], level)
  }
  for (const user of [null, { name: 'plain', level: 'noAuthNoPriv' } as V3User]) {
    const { hear, taken, dropped } = known(user)
    hear(community('public'))
    assert.equal([taken.length, dropped()], [1, {}])
  }
})

test('a message without keys waits until it is known whether its device has some', () => {
  for (const [user, told] of [
    [null, 2],
    [operator, 0],
    [undefined, 0],
  ] as const) {
    const { reader, hear, taken, asked, dropped } = start()
    hear(community('public'))
    hear(community('public', snmp.Version1))
    assert.equal([taken.length, asked], [0, [7]])
    reader.setUser(7, user)
    assert.equal([taken.length, dropped()], [told, told === 2 ? {} : { wrong_user: 2 }])
  }
})

test('who has no keys is asked about again after ten minutes, and is heard meanwhile', () => {
  const { reader, hear, taken, asked } = known(null)
  later(599, () => hear(community('public')))
  assert.equal([taken.length, asked], [1, []])
  later(601, () => {
    hear(community('public'))
    hear(community('public'))
  })
  assert.equal([taken.length, asked], [3, [7]])
  reader.setUser(7, operator)
  hear(community('public'))
  assert.is(taken.length, 3)
})

test('who asks for the engine id gets it, and a notification of nobody is dropped', () => {
  const { hear, replies, taken, dropped, asked } = start()
  const nobody = { name: '', level: 'noAuthNoPriv' } satisfies V3User
  hear(v3({ discovers: true, boots: 0, time: 0 }))
  const [reply] = replies
  const { engineId, boots, time } = peek(reply!) as V3
  assert.equal([engineId, boots], [ownEngine, ownClock().boots])
  assert.ok(Math.abs(time - ownClock().time) <= 2, `${time}`)
  assert.equal([replies.length, taken.length, asked, dropped()], [1, 0, [], {}])
  hear(v3({ engine: ownEngine, user: nobody, inform: true }))
  assert.equal([taken.length, dropped(), asked], [0, { wrong_user: 1 }, []])
  // Who has a name or wants no answer asks for no engine id.
  hear(v3({ user: { ...nobody, name: 'plain' }, inform: true }))
  hear(v3({ user: nobody }))
  assert.equal([asked, dropped()], [[7], {}])
})

test('the keys of a user are asked for again after a minute', () => {
  const { hear, taken, asked } = known()
  const began = performance.now()
  try {
    performance.now = () => began + 59_000
    hear(v3())
    assert.equal([taken.length, asked], [1, []])
    performance.now = () => began + 61_000
    hear(v3({ time: 1001 }))
    assert.equal([taken.length, asked], [1, [7]])
  } finally {
    delete (performance as { now?: unknown }).now
  }
})

test('the users of a hundred thousand devices are kept, and all are asked for again then', () => {
  const { reader, hear, taken, asked } = known()
  for (let id = 100; id < 100_099; id++) reader.setUser(id, null)
  hear(v3())
  assert.equal([taken.length, asked], [1, []])
  reader.setUser(200_000, null)
  hear(v3({ time: 1001 }))
  assert.equal([taken.length, asked], [1, [7]])
})

const v3Head = (more: object = {}) =>
  ({
    version: '3',
    engineId: deviceEngine,
    boots: 1,
    time: 1000,
    user: 'u',
    level: 3,
    reportable: false,
    ...more,
  }) as never

test('engine ids that nobody has proved are tried five times at once, and then one every ten seconds', () => {
  const engines = new Engines()
  const tries = (now: number, device = 7) => engines.check(device, v3Head(), now)
  assert.equal(
    [0, 0, 0, 0, 0, 0, 9_999, 10_000, 10_001].map(now => tries(now)),
    [...Array<string>(5).fill('new'), 'tried', 'tried', 'new', 'tried'],
  )
  assert.is(tries(10_001, 8), 'new')
  engines.proved(7, v3Head(), 0)
  assert.is(tries(10_002), 'known')
  assert.is(engines.check(7, v3Head({ engineId: 'other' }), 10_003), 'tried')
})

test('a proved engine moves on with its boots and its time, and another engine takes its place', () => {
  const engines = new Engines()
  engines.proved(7, v3Head({ boots: 2, time: 1000 }), 0)
  const check = (more: object) => engines.check(7, v3Head(more), 0)
  assert.equal([check({ boots: 2, time: 849 }), check({ boots: 2, time: 850 })], ['replayed', 'known'])
  engines.proved(7, v3Head({ boots: 1, time: 9000 }), 0)
  assert.is(check({ boots: 1, time: 9000 }), 'replayed')
  engines.proved(7, v3Head({ boots: 2, time: 1200 }), 0)
  assert.is(check({ boots: 2, time: 1049 }), 'replayed')
  engines.proved(7, v3Head({ boots: 3, time: 10 }), 0)
  assert.equal([check({ boots: 2, time: 1200 }), check({ boots: 3, time: 0 })], ['replayed', 'known'])
  engines.proved(7, v3Head({ engineId: 'other', boots: 0, time: 0 }), 0)
  assert.is(check({ engineId: 'other', boots: 0, time: 0 }), 'known')
  assert.is(engines.check(8, v3Head(), 0), 'new')
})

test('messages that wait are bounded for a device and in all, and are given out once', () => {
  const held = new Held()
  const message = {} as never
  assert.equal(
    [held.add(1, message), held.add(1, message)],
    [
      { kept: true, first: true },
      { kept: true, first: false },
    ],
  )
  for (let n = 0; n < 6; n++) held.add(1, message)
  assert.equal(held.add(1, message), { kept: false, first: false })
  for (let device = 2; device < 63; device++) for (let n = 0; n < 8; n++) held.add(device, message)
  for (let n = 0; n < 4; n++) assert.is(held.add(99, message).kept, true)
  assert.equal(held.add(99, message), { kept: false, first: false })
  assert.equal(held.add(100, message), { kept: false, first: true })
  assert.equal([held.take(1).length, held.take(1).length, held.take(98).length], [8, 0, 0])
  for (let n = 0; n < 8; n++) assert.is(held.add(101, message).kept, true)
  assert.is(held.add(102, message).kept, false)
})

test('an inform is repeated for a minute, among the last sixteen of its sender', () => {
  const informs = new Informs()
  const repeated = (id: number, now: number, from = address) => informs.isRepeated(from, id, now)
  assert.equal(
    [repeated(1, 0), repeated(1, 59_999), repeated(1, 119_999), repeated(1, 120_000)],
    [false, true, false, true],
  )
  assert.is(repeated(1, 120_000, '192.0.2.8'), false)
  for (let id = 2; id <= 16; id++) repeated(id, 120_001)
  assert.is(repeated(1, 120_002), true)
  repeated(17, 120_003)
  assert.equal([repeated(1, 120_004), repeated(2, 120_004)], [true, false])
})

test('two thousand senders of informs are remembered', () => {
  const informs = new Informs()
  for (let n = 0; n < 2000; n++) informs.isRepeated(`sender ${n}`, 1, 0)
  assert.is(informs.isRepeated('sender 0', 1, 1), true)
  informs.isRepeated('one more', 1, 2)
  assert.is(informs.isRepeated('sender 1', 1, 3), false)
})

test('the head of a message of SNMPv3 says engine, clock, user, level and whether an answer is wanted', () => {
  assert.equal(peek(v3({ boots: 3, time: 70_000 })), {
    version: '3',
    engineId: deviceEngine,
    boots: 3,
    time: 70_000,
    user: 'operator',
    level: 3,
    reportable: false,
  })
  const inform = peek(v3({ inform: true, user: { ...operator, level: 'authNoPriv' } })) as {
    level: number
    reportable: boolean
  }
  assert.equal([inform.level, inform.reportable], [1, true])
})

test('levels of users are the bits of a message, and users with other keys are others', () => {
  assert.equal(
    (['noAuthNoPriv', 'authNoPriv', 'authPriv'] as const).map(level => levelBits({ level })),
    [0, 1, 3],
  )
  assert.is(userKey(operator) === userKey({ ...operator, level: 'authNoPriv' }), false)
  assert.equal(Object.keys(receiverUser({ name: 'plain', level: 'noAuthNoPriv' } satisfies V3User)), [
    'name',
    'level',
  ])
})
