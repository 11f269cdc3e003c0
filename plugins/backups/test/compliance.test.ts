import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'
import { checkPending } from '../src/compliance/job.ts'
import { complianceFailed } from '../src/compliance/conditions.ts'
import { keyOf, nothing, startShelf, type Shelf } from './search-world.ts'

const test = suite('backups: compliance', { level: 'full' })
const folder = mkdtempSync(join(tmpdir(), 'linecard-rules-'))
let world!: Shelf
let ours: string
test.before(async () => {
  world = await startShelf({ compliance_folder: folder })
  ours = await keyOf(world, ['backups_view'], [71])
})
test.after(async () => {
  await world?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const rule = (name: string, text: string) => writeFileSync(join(folder, `${name}.yaml`), text)
const check = () => checkPending(world.base, nothing)
const get = async <T>(path = '', key = world.admin) => {
  const answer = await world.http('GET', `/component/backups/compliance${path}`, undefined, key)
  assert.is(answer.status, 200, answer.text)
  return answer.body as never as { data: T; meta: { total: number } }
}
interface Failure {
  device: { id: number }
  rule: string
  count: number
  since: string
  excused: boolean
  findings: { expected: string; line: number | null; found: string | null; section: string | null }[]
}
const failures = async (query = '', key?: string) =>
  (await get<Failure[]>(`/findings${query}`, key)).data.map(row => `${row.rule}:${row.device.id}`)
interface Summary {
  rules: { id: string; devices: number; failed: number; excused: number }[]
  problems: { file: string; line: number; message: string }[]
  devices: { devices: number; checked: number; failing: number }
}
const secret = 'Zq7pWw93'
const text = (n: number, more = '') =>
  `hostname sw-${n}\nenable secret ${secret}\nline vty 0 4\n transport input telnet\n${more}end\n`
const holding = () => complianceFailed.holding(world.base, { deviceIds: null, signal: nothing.signal })

test('without rules, without configurations: nothing is said of any device', async () => {
  assert.equal(await check(), { done: 0, failed: 0, problems: 0 })
  const { data } = await get<Summary>()
  assert.equal([data.rules, data.problems, data.devices], [[], [], { devices: 4, checked: 0, failing: 0 }])
  const { data: report } = await get('/2')
  assert.equal(report, { version_id: null, checked_at: null, passed: [], failed: [] } as never)
})

test('rules are checked for the devices that they are for, and a wrong rule disables itself only', async () => {
  for (const n of [1, 2, 4]) await world.put(n, text(n, n === 2 ? 'ntp server 192.0.2.1\n' : ''))
  rule(
    'a',
    `- {id: ntp, title: NTP, severity: info, must: '^ntp server'}\n- {id: wrong, title: Wrong, must: '('}`,
  )
  rule(
    'b',
    `{id: telnet, title: No telnet, severity: critical, for: {group: ours}, must_each: {section: ^line vty, must_not: telnet}}`,
  )
  assert.equal(await check(), { done: 3, failed: 0, problems: 1 })
  assert.equal(await check(), { done: 0, failed: 0, problems: 1 })
  assert.equal(await failures(), ['telnet:1', 'telnet:2', 'ntp:1', 'ntp:4'])
  const { data } = await get<Summary>()
  assert.equal(
    data.rules.map(({ id, devices, failed }) => [id, devices, failed]),
    [
      ['ntp', 3, 2],
      ['telnet', 2, 2],
    ],
  )
  assert.equal(
    data.problems.map(({ file, line }) => [file, line]),
    [['a.yaml', 2]],
  )
  assert.equal(data.devices, { devices: 4, checked: 3, failing: 3 })
  const { data: report } = await get<{ passed: string[]; failed: Failure[] }>('/2')
  assert.equal(report.passed, ['ntp'])
  assert.equal(report.failed[0]!.findings, [
    {
      expected: 'there must not be: telnet',
      line: 4,
      found: ' transport input telnet',
      section: 'line vty 0 4',
    },
  ])
})

test('callers see the devices of their groups only', async () => {
  assert.equal(await failures('', ours), ['telnet:1', 'telnet:2', 'ntp:1'])
  assert.equal(await failures('?device_id=4', ours), [])
  assert.equal(
    (await get<Summary>('', ours)).data.rules.map(({ devices, failed }) => [devices, failed]),
    [
      [2, 1],
      [2, 2],
    ],
  )
  assert.equal((await get<Summary>('', ours)).data.devices, { devices: 3, checked: 2, failing: 2 })
  assert.is((await world.http('GET', '/component/backups/compliance/4', undefined, ours)).status, 404)
  const none = await keyOf(world, [], [71])
  for (const path of ['', '/findings', '/1'])
    assert.is((await world.http('GET', `/component/backups/compliance${path}`, undefined, none)).status, 403)
})

test('filters, pages, and a table whose cells are no formulas', async () => {
  assert.equal(await failures('?severity=critical'), ['telnet:1', 'telnet:2'])
  assert.equal(await failures('?rule=ntp&group_id=72'), ['ntp:4'])
  assert.equal(await failures('?limit=1&offset=2'), ['ntp:1'])
  assert.is((await get('/findings?limit=1')).meta.total, 4)
  await world.sql(`update inventory_device set name = '=HYPERLINK("x")' where id = 1`)
  const csv = await world.http('GET', '/component/backups/compliance/findings?format=csv')
  const cells = csv.text
    .trim()
    .split('\r\n')
    .map(line => line.split(','))
  assert.equal(
    cells.slice(1).map(row => [row[0], row[2], row[10]]),
    [
      [`"'=HYPERLINK(""x"")"`, 'telnet', '4'],
      ['sw-2', 'telnet', '4'],
      [`"'=HYPERLINK(""x"")"`, 'ntp', ''],
      ['sw-4', 'ntp', ''],
    ],
  )
  for (const path of ['?severity=bad', '?sort=x', '?format=xml'])
    assert.is((await world.http('GET', `/component/backups/compliance/findings${path}`)).status, 400)
})

test('a rule that goes on failing keeps its time; a mended one goes; a rule that is gone takes its failures along', async () => {
  const before = (await get<Failure[]>('/findings?device_id=2')).data[0]!.since
  await world.put(2, text(2, 'vlan 7\n'), 10)
  assert.equal(await check(), { done: 2, failed: 0, problems: 1 })
  const after = (await get<Failure[]>('/findings?device_id=2')).data
  assert.equal(
    after.map(row => row.rule),
    ['telnet', 'ntp'],
  )
  assert.is(after[0]!.since, before)
  await world.put(2, text(2).replace('telnet', 'ssh'), 20)
  await check()
  assert.equal(await failures('?device_id=2'), ['ntp:2'])
  rule('a', '')
  await check()
  assert.equal(await failures(), ['telnet:1'])
})

const exception = (until: string) =>
  rule(
    'b',
    `{id: telnet, title: No telnet, severity: critical, must_not: telnet, exceptions: {device: 192.0.2.1, reason: old hardware, until: ${until}}}`,
  )

test('exceptions by device count until their day ends', async () => {
  exception('2099-12-31')
  await check()
  assert.equal(await failures('?excused=true'), ['telnet:1'])
  assert.equal(await failures('?excused=false'), ['telnet:4'])
  await world.sql('update inventory_device set enabled = true')
  assert.equal(
    (await holding()).map(({ device_id, severity }) => [device_id, severity]),
    [[4, 'critical']],
  )
  exception('2026-01-01')
  await check()
  assert.equal(await failures('?excused=false'), ['telnet:1', 'telnet:4'])
  assert.equal((await holding()).map(({ device_id }) => device_id).toSorted(), [1, 4])
})

test('a rule sees no secret, and no answer has one', async () => {
  rule('b', `{id: secrets, title: Guess, must_not: ['${secret}', '^enable secret Z', 'enable secret']}`)
  await check()
  const { data } = await get<Failure[]>('/findings?device_id=1')
  assert.equal(
    data[0]!.findings.map(({ found }) => found),
    ['enable secret ***'],
  )
  const stored = await world.sql<{ all: string }>(
    `select string_agg(f::text, ' ') as all from backups_failed f`,
  )
  // The rule of its author is shown as it is written.
  assert.not.match(stored[0]!.all.replaceAll(`there must not be: ${secret}`, ''), secret)
})

test('a folder that cannot be read takes no rule away', async () => {
  const before = await failures()
  rmSync(folder, { recursive: true })
  assert.equal(await check(), { done: 0, failed: 0, problems: 1 })
  assert.equal(await failures(), before)
  assert.match((await get<Summary>()).data.problems[0]!.message, 'ENOENT')
})
