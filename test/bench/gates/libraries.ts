/** A process of the yardstick: prints its CPU seconds. It loads nothing of Linecard. */
import '@mikro-orm/postgresql'
import 'ajv'
import 'fastify'
import 'handlebars'
import 'net-snmp'
import 'pg-boss'
import 'ssh2'
import 'yaml'

let sum = 0
for (let n = 0; n < 1_500; n++) {
  const members = Array.from({ length: 30 }, (_, m) => `m${m}: (x) => x + ${n * m} + String(x).length`)
  const made = new Function(`return { ${members.join(', ')} }`)() as Record<string, (x: number) => number>
  sum += made['m7']!(n) + made['m21']!(n)
}
for (let n = 0; n < 20; n++) {
  const rows = Array.from({ length: 5_000 }, (_, id) => ({ id, name: `port ${id}`, tags: [`${n}`, 'up'] }))
  sum += (JSON.parse(JSON.stringify(rows)) as unknown[]).length
}
const { user, system } = process.cpuUsage()
if (sum > 0) console.log((user + system) / 1e6)
