/**
 * `npm run bench:configurations`: the search through the configurations of 1,000 devices with 1,000 lines each,
 * beside `ILIKE` over the whole texts in the same database; and commits to a git repository of 100 and of 3,000
 * devices. `--devices`, `--lines`, `--files`. Fails if an index is not used, if the search does not find what
 * `ILIKE` finds, or if a commit to the larger repository takes more than twice as long.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { linecard } from '../src/git/message.ts'
import { openRepository } from '../src/git/repository.ts'
import { pathOf } from '../src/names/paths.ts'
import { indexDevice } from '../src/search/index-device.ts'
import { startShelf } from './search-world.ts'

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '1000' },
    lines: { type: 'string', default: '1000' },
    files: { type: 'string', default: '3000' },
  },
})
const [devices, lines, files] = [Number(values.devices), Number(values.lines), Number(values.files)]
const faults: string[] = []
const row = (what: string, value: string) => console.log(`  ${what.padEnd(58)}${value.padStart(26)}`)
const ms = (value: number) => `${value.toFixed(1)} ms`
const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1]!

/** Ports with VLANs, descriptions and addresses: a third of the lines is its own, as in an access network. */
const textOf = (device: number): string =>
  Array.from({ length: lines }, (_, line) => {
    const port = Math.floor(line / 6)
    return [
      `interface GigabitEthernet0/${port}`,
      ` description house ${device}-${port}`,
      ' switchport mode access',
      ` switchport access vlan ${(device * 7 + port) % 4000}`,
      ` ip dhcp snooping limit rate ${port % 30}`,
      ` storm-control id ${device * 1000 + port}`,
    ][line % 6]!
  }).join('\n')

async function searchPart(): Promise<void> {
  const world = await startShelf()
  try {
    const { base, model } = world
    await world.sql(
      `insert into inventory_device (id, ip, name, group_id, enabled, model_id)
       select 1000 + n, '10.0.0.0'::inet + n, 'device-' || n, 71, false, ${model} from generate_series(1, ${devices}) n`,
    )
    await world.sql('create table whole (device_id integer primary key, text text not null)')
    const began = performance.now()
    for (let n = 1; n <= devices; n++)
      await indexDevice(base, { device_id: 1000 + n, version_id: '1', model_key: null, masked: textOf(n) })
    row(
      `index of ${devices} configurations of ${lines} lines`,
      `${((performance.now() - began) / 1000).toFixed(1)} s`,
    )
    for (let n = 1; n <= devices; n++)
      await world.sql('insert into whole values ($1, $2)', [1000 + n, textOf(n)])
    await world.sql('vacuum analyze')
    const [size] = await world.sql<Record<string, string>>(
      `select (select count(*) from backups_line)::text as kept, pg_size_pretty(pg_total_relation_size('backups_line')) as lines,
         pg_size_pretty(pg_total_relation_size('backups_device_lines')) as devices, pg_size_pretty(pg_total_relation_size('whole')) as whole`,
    )
    row(
      'different lines; with their index; lists of devices',
      `${size!['kept']}; ${size!['lines']}; ${size!['devices']}`,
    )
    row('the whole texts', size!['whole']!)
    for (const q of [
      'switchport access vlan 301',
      'house 77-',
      'storm-control id 5005',
      'ip dhcp snooping limit rate 29',
      'nowhere at all',
    ]) {
      const [own, whole]: [number[], number[]] = [[], []]
      let [found, expected] = [-1, -2]
      for (let turn = 0; turn < 7; turn++) {
        const start = performance.now()
        const answer = await world.http('GET', `/component/backups/search/devices?q=${encodeURIComponent(q)}`)
        own.push(performance.now() - start)
        found = (answer.body.meta as { total: number }).total
        const second = performance.now()
        const [counted] = await world.sql<{ n: number }>(
          `select count(*)::int as n from whole where text ilike $1`,
          [`%${q}%`],
        )
        whole.push(performance.now() - second)
        expected = counted!.n
      }
      if (found !== expected) faults.push(`"${q}": ${found} devices, ILIKE finds ${expected}`)
      row(`"${q}": ${found} devices; ILIKE over texts`, `${ms(median(own))}; ${ms(median(whole))}`)
    }
    // As each search has it.
    await world.sql('set enable_seqscan = off')
    const plans = await Promise.all(
      [
        `explain select id from backups_line where backups_fold(text) like '%' || backups_fold('access vlan 301') || '%'`,
        `explain select device_id from backups_device_lines where lines && array[1, 2, 3]::bigint[]`,
      ].map(async text =>
        (await world.sql<Record<string, string>>(text)).map(line => line['QUERY PLAN']).join('\n'),
      ),
    )
    for (const index of ['backups_line_text', 'backups_device_lines_of'])
      if (!plans.some(plan => plan.includes(`Bitmap Index Scan on ${index} `)))
        faults.push(`${index} is not used:\n${plans.join('\n')}`)
    row('index scans in the plans', String(plans.filter(plan => plan.includes('Bitmap Index Scan')).length))
  } finally {
    await world.stop()
  }
}

const pathFor = (id: number) =>
  pathOf({ id, name: `sw-${id}`, ip: '192.0.2.1', group: { id: id % 10, name: 'Access' } })

/** The median time of a commit of one changed file, in ms, among so many. */
async function commitsAmong(count: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'linecard-bench-git-'))
  try {
    const repository = await openRepository(join(folder, 'git'))
    const who = linecard(new Date())
    let head: string | null = null
    const commit = async (id: number, version: number) => {
      const changed = new Map([[pathFor(id), { text: `${textOf(id)}\nversion ${version}\n` }]])
      head = await repository.commit(head, { files: changed, message: `${id}`, author: who, committer: who })
      await repository.move(head)
    }
    for (let id = 1; id <= count; id++) await commit(id, 0)
    const times: number[] = []
    for (let n = 1; n <= 200; n++) {
      const start = performance.now()
      await commit(1 + ((n * 7) % count), n)
      times.push(performance.now() - start)
    }
    return median(times)
  } finally {
    await rm(folder, { recursive: true })
  }
}

await searchPart()
const few = await commitsAmong(100)
const many = await commitsAmong(files)
row(`a commit among 100 devices; among ${files}`, `${ms(few)}; ${ms(many)}`)
if (many > 2 * few) faults.push('a commit among many devices takes too long')
for (const fault of faults) console.log(`FAULT ${fault}`)
process.exitCode = faults.length === 0 ? 0 : 1
