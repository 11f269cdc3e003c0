import { fdb, interfaceDescriptions, interfacesList } from '@linecard/driver-kit/modules'
import type { Failing, PolledAnswer } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { type CallRecord, stackOf } from '../src/calls/log.ts'
import { pollNews } from '../src/calls/poll-log.ts'
import { createEquipment, memoryStore, settingsWith } from '../src/library.ts'
import { acme, acmeMib, broken, silentLog, targetOf, throwing } from './acme.ts'
import { startAgent } from './support/agent.ts'

const test = suite('equipment: polls in the call log')

const timeout = 'DEVICE_TIMEOUT'
const answersOf = (codes: Readonly<Record<string, string | null>>, data: unknown = []) =>
  new Map(
    Object.entries(codes).map(([name, code]): [string, PolledAnswer] => [
      name,
      {
        data: code === null ? data : undefined,
        complete: code === null,
        missing: [],
        time: new Date(0),
        error: code === null ? null : { code, description: code },
      },
    ]),
  )
/** Polls one after the other: what each wrote, as `module code`. */
function linesOf(polls: readonly (readonly [Readonly<Record<string, string | null>>, alive: boolean])[]) {
  let failing: Failing = {}
  return polls.map(([codes, alive]) => {
    const { news, failing: next } = pollNews(failing, answersOf(codes), alive)
    failing = next
    return news.map(({ module, code }) => `${module} ${code ?? 'ok'}`)
  })
}

test('a module that fails is there once for each error, and once when it succeeds again', () => {
  const poll = (fdbCode: string | null) => [{ list: null, fdb: fdbCode }, true] as const
  assert.equal(
    linesOf([poll(null), poll('A'), poll('A'), poll('B'), poll('B'), poll(null), poll(null), poll('A')]),
    [[], ['fdb A'], [], ['fdb B'], [], ['fdb ok'], [], ['fdb A']],
  )
})

test('a silent device is one line, whatever is asked of it and whether it is asked at all', () => {
  assert.equal(
    linesOf([
      [{ list: null, fdb: 'A' }, true],
      [{ list: timeout, fdb: timeout, status: timeout }, false],
      [{ counters: 'DEVICE_UNREACHABLE' }, false],
      [{ counters: timeout, fdb: timeout }, false],
      [{ counters: null }, true],
      // What failed before the silence fails in the same way after it.
      [{ list: null, fdb: 'A' }, true],
      [{ fdb: null }, true],
    ]),
    [['fdb A'], [`list ${timeout}`], [], [], ['counters ok'], [], ['fdb ok']],
  )
})

test('a poll of a real agent: its silence and its return are in the log once; without a history nothing is', async () => {
  const records: CallRecord[] = []
  let silent = false
  const agent = await startAgent({ varbinds: acmeMib(8), behave: (_, reply) => (silent ? null : reply) })
  const equipment = createEquipment({
    drivers: [acme],
    log: silentLog,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true, call_deadline_sec: 5, down_after_sec: 600 }),
    calls: { add: record => void records.push(record), flush: async () => {} },
  })
  const target = targetOf(agent)
  const modules = [interfacesList, fdb, interfaceDescriptions, broken, throwing]
  const lines = () =>
    records.splice(0).map(({ module, ok, errorCode, deviceId, requests, error }) => {
      // What the driver threw comes along: the log has its place.
      if (module === throwing.name)
        assert.match(stackOf(error, String)!, /rows is not iterable\nat .*acme\.ts:\d+/)
      assert.equal([deviceId, requests > 0 || !ok], [target.deviceId, true])
      return `${module} ${errorCode ?? 'ok'}`
    })
  try {
    let failing: Failing = {}
    const poll = async () => {
      failing = (await equipment.poll(target, modules, { failing })).failing
      return lines()
    }
    assert.equal(
      [await poll(), await poll()],
      [['acme.broken DEVICE_PARSE_FAILED', 'acme.throwing DEVICE_PARSE_FAILED'], []],
    )
    silent = true
    assert.equal([await poll(), await poll()], [['interfaces_list DEVICE_TIMEOUT'], []])
    const stopped = await equipment.poll(target, modules, { failing: {}, signal: AbortSignal.abort() })
    assert.equal([stopped.failing, lines()], [{}, []])
    silent = false
    assert.equal([await poll(), await poll()], [['interfaces_list ok'], []])
    await equipment.poll(target, modules)
    assert.equal(lines(), [])
  } finally {
    await equipment.close()
    await agent.close()
  }
})
