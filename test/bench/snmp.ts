/**
 * Walks ifTable and ifXTable of 52-port switches over loopback, 50 at the same time: Linecard's transport,
 * plain net-snmp and snmpbulkwalk run in turns against the same agents, which are in a process of their own.
 * Fails if Linecard is slower than the faster way of plain net-snmp.
 */
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import netSnmp from 'net-snmp'
import { openSnmp } from '../../core/equipment/src/snmp/index.ts'
import { median } from './median.ts'
import { columnOids, ifTable, ifXTable, portsPerSwitch, valuesPerSwitch } from './switch-mib.ts'

const switches = 50
const port = 16_161
const rounds = 7
/** Noise of a busy machine: below this ratio Linecard counts as slower. */
const tolerance = 0.95
const addresses = Array.from({ length: switches }, (_, position) => `127.0.41.${position + 1}`)
const run = promisify(execFile)

/** Walks one switch. Returns the number of values. */
type Contender = (ip: string) => Promise<number>

const linecard: Contender = async ip => {
  const snmp = openSnmp({
    ip,
    access: {
      version: '2c',
      port,
      timeoutMs: 2000,
      retries: 2,
      community: 'public',
      writeCommunity: 'public',
    },
  })
  const { columns, missing } = await snmp.columns(columnOids)
  snmp.close()
  if (missing.length > 0) throw new Error(`${ip}: ${JSON.stringify(missing)}`)
  return columns.reduce((sum, rows) => sum + rows.size, 0)
}

/** `session.table` for each table, one after the other, as the README of net-snmp reads tables. */
const plain =
  (maxRepetitions: number): Contender =>
  async ip => {
    const session = netSnmp.createSession(ip, 'public', {
      version: netSnmp.Version2c,
      port,
      timeout: 2000,
      retries: 2,
    })
    const table = (oid: string) =>
      new Promise<number>((resolve, reject) => {
        session.table(oid, maxRepetitions, (error, rows) => {
          if (error) reject(error)
          else resolve(Object.values(rows ?? {}).reduce((sum, row) => sum + Object.keys(row).length, 0))
        })
      })
    const values = (await table(ifTable)) + (await table(ifXTable))
    session.close()
    return values
  }

const bulkwalk: Contender = async ip => {
  let values = 0
  for (const oid of [ifTable, ifXTable]) {
    const { stdout } = await run(
      'snmpbulkwalk',
      ['-v2c', '-cpublic', '-On', '-m', '', '-t', '5', '-Cr40', `${ip}:${port}`, oid],
      { maxBuffer: 1 << 24 },
    )
    values += stdout.match(/^\.1\.3/gm)?.length ?? 0
  }
  return values
}

async function time(contender: Contender, ips: readonly string[]): Promise<number> {
  const start = performance.now()
  const counts = await Promise.all(ips.map(contender))
  const spent = performance.now() - start
  const wrong = counts.find(count => count !== valuesPerSwitch)
  if (wrong !== undefined) throw new Error(`a walk gave ${wrong} values of ${valuesPerSwitch}`)
  return spent
}

const agents = fork(new URL('agent.ts', import.meta.url), [String(port), ...addresses])
await once(agents, 'message', { signal: AbortSignal.timeout(20_000) })
const installed = await run('snmpbulkwalk', ['-V']).then(
  () => true,
  () => false,
)
const ours = 'Linecard'
const contenders = new Map<string, Contender>([
  [ours, linecard],
  ['net-snmp, 20 rows (its default)', plain(20)],
  ['net-snmp, 40 rows', plain(40)],
])
if (installed) contenders.set('snmpbulkwalk -Cr40', bulkwalk)

const times = new Map([...contenders.keys()].map(name => [name, [] as number[]]))
try {
  for (const contender of contenders.values()) await time(contender, addresses.slice(0, 5))
  for (let round = 0; round < rounds; round++) {
    for (const [name, contender] of contenders) times.get(name)!.push(await time(contender, addresses))
  }
} finally {
  agents.disconnect()
}

const medians = [...times].map(([name, spent]) => ({ name, ms: median(spent) }))
const best = Math.min(...medians.filter(({ name }) => name.startsWith('net-snmp')).map(({ ms }) => ms))
const reference = medians.find(({ name }) => name === ours)!.ms
console.log(
  `ifTable + ifXTable of ${switches} switches at the same time, ${portsPerSwitch} ports, ${valuesPerSwitch} ` +
    `values each; median of ${rounds} rounds in turns`,
)
console.log(
  '(loopback, agents of the benchmark; net-snmp reads with session.table, with two sizes, and the ' +
    'faster one counts)\n',
)
console.log(
  `${'client'.padEnd(34)}${'ms'.padStart(8)}${'devices/s'.padStart(12)}` +
    `${'values/s'.padStart(14)}${'Linecard is'.padStart(16)}`,
)
for (const { name, ms } of medians) {
  const perSec = (switches / ms) * 1000
  const ratio = name === ours ? '' : `${(ms / reference).toFixed(2)} × as fast`
  console.log(
    `${name.padEnd(34)}${ms.toFixed(0).padStart(8)}${perSec.toFixed(0).padStart(12)}` +
      `${(perSec * valuesPerSwitch).toFixed(0).padStart(14)}${ratio.padStart(18)}`,
  )
}
if (!installed) console.log('\nsnmpbulkwalk is not installed (Debian package "snmp") and is not measured.')
const ratio = best / reference
console.log(
  `\nLinecard / the faster plain net-snmp: ${ratio.toFixed(2)} (must be at least ${tolerance}, ` +
    `1.0 minus the noise of a shared machine)`,
)
process.exitCode = ratio < tolerance ? 1 : 0
