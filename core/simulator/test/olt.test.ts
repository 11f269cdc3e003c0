import { parseSnmprec, type Recording } from '@linecard/driver-kit/recording'
import { assert, cpuMs, suite } from '@linecard/test-kit'
import {
  createOlt,
  deleteOnu,
  fakeClock,
  foundOnus,
  identOf,
  identText,
  isOnline,
  onuAt,
  type OltOptions,
  recordMib,
  registerOnu,
  type SimulatedOlt,
} from '@linecard/simulator'
import { oidKey } from '../src/snmp/oid.ts'

const test = suite('living OLTs', { alone: true, level: 'full' })
const startMs = Date.UTC(2026, 2, 1, 6)

function living(options: Partial<OltOptions> = {}) {
  const clock = fakeClock(startMs)
  const olt = createOlt({
    vendor: 'zte',
    model: 'C320',
    name: 'olt',
    ip: '127.8.20.1',
    clock,
    steady: true,
    onusOnEveryPort: 8,
    ...options,
  })
  return { olt, clock, states: (port: number) => statesOf(olt, port) }
}
const statesOf = (olt: SimulatedOlt, port: number) =>
  olt.pons[port]!.onus.map(onu => onu.state.at(olt.now()).state)
const record = (olt: SimulatedOlt): Recording => parseSnmprec(recordMib(olt))
const phases = '1.3.6.1.4.1.3902.1012.3.28.2.1.4'
const serials = '1.3.6.1.4.1.3902.1012.3.28.1.1.5'
const column = (olt: SimulatedOlt, oid: string) => [...record(olt).below(oid)].map(({ value }) => value)

test('an ONU that is deleted leaves the tables and appears in autofind; registered again, it comes online', () => {
  const { olt, clock } = living()
  const onu = olt.pons[0]!.onus.find(one => isOnline(one, olt.now()))!
  const before = olt.onus.length
  deleteOnu(olt, onu, olt.now())
  assert.is(olt.onus.length, before - 1)
  assert.is(column(olt, serials).filter(value => onu.serial.equals(value as Buffer)).length, 0)
  const [found, ...more] = foundOnus(olt, olt.now()).list
  assert.is(more.length, 0)
  assert.is(identText(found!.serial), identText(onu.serial))
  assert.is(column(olt, '1.3.6.1.4.1.3902.1012.3.13.3.1.2').length, 1)
  const again = registerOnu(olt, { port: onu.port, id: 77, serial: onu.serial, name: 'again' }, olt.now())
  assert.type(again, 'object')
  assert.equal(foundOnus(olt, olt.now()).list, [])
  const now = onuAt(onu.port, 77)!
  assert.is(now.type, onu.type, 'autofind knew the type')
  assert.is(now.state.at(olt.now()).state, 'Offline')
  clock.advance(10_000)
  assert.is(now.state.at(olt.now()).state, 'Online')
})

test('a registration is refused for a taken number, a known serial number, a number out of range', () => {
  const { olt } = living()
  const port = olt.pons[0]!
  const serial = identOf('ABCD00000001')!
  const at = (id: number, one = serial) => registerOnu(olt, { port, id, serial: one }, olt.now())
  assert.is(at(1), 'number taken')
  assert.is(at(129), 'number out of range')
  assert.is(at(50, port.onus[0]!.serial), 'already registered')
  assert.type(at(50), 'object')
  assert.is(onuAt(port, 50)!.state.at(olt.now()).state, 'Offline', 'it is not there')
  olt.do({ do: 'appear', port: port.ifName, serial: 'ABCD00000001' })
  assert.is(onuAt(port, 50)!.state.at(olt.now() + 10_000).state, 'Online')
})

test('a fibre cut is loss of signal of a whole port, a power loss is dying gasps, and each is repaired', () => {
  const { olt, clock, states } = living()
  const there = olt.pons[0]!.onus.filter(onu => isOnline(onu, olt.now())).length
  olt.do({ do: 'fibre-cut', port: olt.pons[0]!.ifName })
  olt.do({ do: 'power-loss', port: olt.pons[1]!.ifName, share: 0.5 })
  assert.equal(new Set(states(0)), new Set(['LOS']))
  assert.is(olt.pons[0]!.cable.at(olt.now()).state, false, 'the port has lost its signal')
  assert.is(olt.pons[1]!.cable.at(olt.now()).state, true)
  const gasped = states(1).filter(state => state === 'PowerOff').length
  assert.ok(gasped > 0 && gasped < states(1).length, `${gasped} of ${states(1).length}`)
  clock.advance(86_400_000)
  assert.equal(new Set(states(0)), new Set(['LOS']), 'it lasts')
  olt.do({ do: 'repair', port: olt.pons[0]!.ifName })
  olt.do({ do: 'repair', port: olt.pons[1]!.ifName })
  clock.advance(7_000)
  assert.is(states(0).filter(state => state === 'Online').length, there, 'together after a splice')
  assert.is(states(1).filter(state => state === 'PowerOff').length, gasped, 'ONUs boot')
  clock.advance(110_000)
  assert.is(states(1).filter(state => state === 'PowerOff').length, 0)
  assert.is(olt.pons[0]!.onus[0]!.drops[0]?.reason ?? 'LOS', 'LOS')
})

test('what lost its power during a cut of the trunk stays down after the splice', () => {
  const { olt, clock } = living()
  const [port] = olt.pons
  const onu = port!.onus.find(one => isOnline(one, olt.now()))!
  olt.do({ do: 'fibre-cut', port: port!.ifName })
  olt.do({ do: 'power-loss', onu: `${port!.ifName}:${onu.id}` })
  port!.fibre = 'cut'
  clock.advance(60_000)
  olt.do({ do: 'power-loss', onu: identText(onu.serial) })
  assert.is(onu.state.at(olt.now()).state, 'LOS', 'the OLT cannot hear the gasp')
  olt.do({ do: 'repair', onu: `${port!.ifName}:${onu.id}` })
  clock.advance(600_000)
  assert.is(onu.state.at(olt.now()).state, 'LOS', 'the trunk is still cut')
  olt.do({ do: 'repair', port: port!.ifName })
  clock.advance(10_000)
  assert.is(onu.state.at(olt.now()).state, 'Online')
})

test('a script plays the same events at the same times, whenever somebody looks', () => {
  const probe = living().olt
  const { id } = probe.pons[1]!.onus.find(onu => isOnline(onu, probe.now()))!
  const script = [
    { at: 60, do: 'fibre-cut', port: 'gpon_1/1/1' },
    { at: 120, do: 'repair', port: 'gpon_1/1/1' },
    { at: 90, do: 'reboot', onu: `gpon_1/1/2:${id}` },
    { at: 30, do: 'appear', port: 'gpon_1/1/3', serial: 'ABCD00112233', type: 'F660' },
    { at: 40, every: 100, do: 'drift', port: 'gpon_1/1/2', db: -4, overSeconds: 50 },
    { at: 50, do: 'reboot', onu: 'gpon_1/1/2:99' },
  ] as const
  const [often, once] = [living({ script }), living({ script })]
  for (let n = 0; n < 40; n++) {
    often.clock.advance(5_000)
    often.olt.mib.view()
    if (n === 15) assert.equal(new Set(often.states(0)), new Set(['LOS']))
  }
  once.clock.advance(200_000)
  assert.is(recordMib(often.olt), recordMib(once.olt))
  const first = once.olt.pons[0]!.onus.find(onu => isOnline(onu, once.olt.now()))!
  assert.is(first.drops[0]!.downMs, startMs + 60_000)
  assert.is(onuAt(once.olt.pons[1]!, id)!.drops[0]!.reason, 'Reboot')
  assert.is(column(once.olt, '1.3.6.1.4.1.3902.1012.3.13.3.1.2').length, 1)
  assert.equal(
    once.olt.failedEvents.map(({ error }) => error.message),
    ['olt has no ONU "gpon_1/1/2:99"'],
  )
})

test('light drifts on both ends, and a replaced ONU has another serial number under the same number', () => {
  const { olt, clock } = living()
  const onu = olt.pons[0]!.onus.find(one => isOnline(one, olt.now()))!
  const name = `${onu.port.ifName}:${onu.id}`
  const before = [onu.rx(olt.now()), onu.oltRx(olt.now())]
  olt.do({ do: 'drift', onu: name, db: -6, overSeconds: 3600 })
  clock.advance(1_800_000)
  assert.ok(onu.rx(olt.now()) < before[0]! - 1.5 && onu.oltRx(olt.now()) < before[1]! - 1.5)
  olt.do({ do: 'replace', onu: name, serial: 'ABCD99999999' })
  const other = onuAt(onu.port, onu.id)!
  assert.is(identText(other.serial), 'ABCD99999999')
  assert.is(other.name, onu.name)
  assert.is(other.state.at(olt.now() + 10_000).state, 'Online')
  assert.ok(column(olt, serials).some(value => other.serial.equals(value as Buffer)))
})

test('a refused ONU is not found and cannot be registered', () => {
  const { olt } = living()
  const port = olt.pons[0]!
  olt.do({ do: 'appear', port: port.ifName, serial: 'ABCD00000002' })
  assert.is(foundOnus(olt, olt.now()).list.length, 1)
  olt.do({ do: 'refuse', port: port.ifName, serial: 'ABCD00000002' })
  assert.equal(foundOnus(olt, olt.now()).list, [])
  assert.is(registerOnu(olt, { port, serial: identOf('ABCD00000002')! }, olt.now()), 'refused')
})

test('an event that names nothing is refused with the names of what there is', () => {
  const { olt } = living()
  assert.throws(() => olt.do({ do: 'fibre-cut', port: 'gpon_9/9/9' }), /no PON port "gpon_9\/9\/9"/)
  assert.throws(() => olt.do({ do: 'reboot', onu: 'gpon_1/1/1:99' }), /no ONU "gpon_1\/1\/1:99"/)
  assert.throws(() => olt.do({ do: 'explode' as 'reboot' }), /there are allow, appear/)
})

test('16,384 ONUs cost little memory, and a GETNEXT far less than a millisecond', () => {
  const card = { ports: 16, pon: 'gpon' as const, hardware: 'V1', firmware: 'V2', cpu: 10, memory: 20 }
  const cards = Array.from({ length: 8 }, (_, at) => ({ ...card, slot: at + 1, type: 'GFGL' }))
  global.gc?.()
  const before = process.memoryUsage().heapUsed
  const { olt } = living({ model: 'C600', cards, onusOnEveryPort: 128 })
  assert.is(olt.onus.length, 16_384)
  let view = olt.mib.view()
  const walk = (oid: string, rows: number) => {
    const from = cpuMs()
    let object = view.next(oidKey(oid))
    for (let n = 1; n < rows && object; n++) object = view.next(object.key)
    return cpuMs() - from
  }
  walk(phases.replace('1012.3.28.2', '1082.500.10.2.3.8'), 2000)
  const ms = walk('1.3.6.1.4.1.3902.1082.500.10.2.3.8.1.4', 16_384)
  assert.ok(ms / 16_384 < 0.03, `${((ms * 1000) / 16_384).toFixed(1)} µs for one instance`)
  deleteOnu(olt, olt.onus[8000]!, olt.now())
  view = olt.mib.view()
  const first = walk('1.3.6.1.4.1.3902.1082.500.10.2.3.8.1.4', 2)
  assert.ok(first < 250, `${first.toFixed(0)} ms for the first answer after a deletion`)
  console.log(
    `16,384 ONUs: ${((ms * 1000) / 16_384).toFixed(1)} µs an instance, ${first.toFixed(0)} ms to list again`,
  )
  const used = (process.memoryUsage().heapUsed - before) / 2 ** 20
  assert.ok(used < 150, `${used.toFixed(0)} MiB`)
})
