import type { ChildProcess } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { assert, suite, until } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { startProxy } from '@linecard/test-kit/worlds/tcp-proxy'
import type { Client } from '../support/client.ts'
import { startLinecard } from '../support/command.ts'
import { startInstallation, type Installation } from '../support/installation.ts'

const test = suite('faults: imports', { level: 'full' })

interface Report {
  id: number
  status: string
  total: number
  done: number
  counts: Record<string, number>
  error: { code: string } | null
  rows: { line: number; ip: string; result: string }[]
}

const model = 'generic_snmp'
const quick = { snmp_timeout_sec: 0.2, snmp_repeats: 0 }
const good = (net: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${net}.${n >> 8}.${n & 255},,,c,,,${model}`)
/** Nothing answers at these addresses, so each of them takes a time-out. */
const silent = (count: number) => Array.from({ length: count }, (_, n) => `127.251.0.${n + 1},,,c`)

let database: TestDatabase
let proxy: Awaited<ReturnType<typeof startProxy>>
let house: Installation
const children: ChildProcess[] = []
test.before(async () => {
  database = await createDatabase()
  proxy = await startProxy(database.url)
  house = await startInstallation({ databaseUrl: proxy.url, settings: { inventory: quick } })
})
test.after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await house?.stop()
  await proxy?.end()
  await database?.drop()
})

async function send(url: string, key: string | null, lines: readonly string[], query = ''): Promise<Report> {
  const answer = await fetch(`${url}/api/v1/device/import${query}`, {
    method: 'POST',
    body: lines.join('\n'),
    headers: { 'x-auth-key': key ?? '', 'content-type': 'text/csv', prefer: 'wait=0' },
  })
  const { data, error } = (await answer.json()) as { data: Report; error?: object }
  assert.is(error, undefined, JSON.stringify(error))
  return data
}
const see = (client: Client, id: number, query = '?limit=10000') =>
  client.get<Report>(`/device/import/${id}${query}`)
const devices = async (net: string) =>
  (
    await database.admin.query<{ ip: string }>(
      'select host(ip) as ip from inventory_device where ip << $1::inet order by ip',
      [`${net}.0.0/16`],
    )
  ).rows.map(({ ip }) => ip)

/** Each line has one result, and each added line has one device. */
async function assertWhole(report: Report, net: string, lines: number): Promise<void> {
  assert.equal(
    report.rows.map(({ line }) => line),
    Array.from({ length: lines }, (_, n) => n + 1),
  )
  const added = report.rows.filter(({ result }) => result === 'added').map(({ ip }) => ip)
  assert.equal(added.toSorted(), (await devices(net)).toSorted())
  const sum = Object.values(report.counts).reduce((all, one) => all + one, 0)
  assert.equal([report.done, sum], [lines, lines])
}

test('kill -9 during an import: the report says what was done, a resume goes on from there', async () => {
  const config = JSON.parse(await readFile(house.configFile, 'utf8')) as { settings: object }
  const slowConfig = join(house.folder, 'slow.json')
  const settings = { ...config.settings, inventory: { ...quick, snmp_timeout_sec: 1, import_concurrency: 1 } }
  await writeFile(slowConfig, JSON.stringify({ ...config, settings }))
  const other = await startLinecard(slowConfig, children)
  const lines = [...good('10.70', 700), ...silent(60)]
  const { id } = await send(other.url, house.admin.key, lines)
  await until('a batch is written', async () => (await devices('10.70')).length > 0)
  await other.end('SIGKILL')

  const cut = await until('the dead process is noticed', async () => {
    const report = await see(house.admin, id)
    return report.status === 'interrupted' ? report : null
  })
  assert.is(cut.error?.code, 'INVENTORY_IMPORT_INTERRUPTED')
  assert.equal(
    cut.rows
      .filter(({ result }) => result === 'added')
      .map(({ ip }) => ip)
      .toSorted(),
    (await devices('10.70')).toSorted(),
    'the report has what was done, no more and no less',
  )
  await house.admin.post(`/device/import/${id}/resume`, {})
  const end = await until('it is done', async () => {
    const report = await see(house.admin, id)
    return report.status === 'done' ? report : null
  })
  await assertWhole(end, '10.70', lines.length)
  assert.is(end.counts['added'], 700)
})

test('an import goes on when the database comes back', async () => {
  const lines = [...good('10.71', 600), ...silent(200), ...good('10.71', 900).slice(600)]
  const { id } = await send(house.url, house.admin.key, lines)
  await until('it works', async () => (await devices('10.71')).length > 0)
  await proxy.cut()
  await pause(4_000)
  await proxy.mend()
  const end = await until('it is done', async () => {
    const report = await see(house.admin, id).catch(() => null)
    return report?.status === 'done' ? report : null
  })
  await assertWhole(end, '10.71', lines.length)
})

for (const [query, net] of [
  ['', '10.72'],
  ['?atomic=true', '10.73'],
] as const)
  test(`eight cuts at any time during an import${query}: half imports 0, duplicates 0`, async () => {
    const lines = good(net, 4_000)
    const { id } = await send(house.url, house.admin.key, lines, query)
    for (let cut = 0; cut < 8; cut++) {
      await pause(Math.random() * 400)
      await proxy.cut()
      await pause(100)
      await proxy.mend()
    }
    const end = await until('it is done', async () => {
      const report = await see(house.admin, id).catch(() => null)
      return report?.status === 'running' ? null : report
    })
    assert.equal([end.status, end.error], ['done', null])
    await assertWhole(end, net, lines.length)
    assert.is(end.counts['added'], lines.length)
  })
