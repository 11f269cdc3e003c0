/**
 * `npm run recorded -- <olt.snmprec> <switch.snmprec>`: serves recordings of real devices on sockets, adds
 * them through the API, and reads interfaces, FDB, VLANs and optical power. Each answer is compared with the
 * recording. Exit code 1 if they differ.
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseSnmprec, type Recording } from '@linecard/driver-kit/recording'
import { boot } from '@linecard/kernel'
import { startDevice } from '@linecard/simulator'
import { addDevices } from './add-devices.ts'
import { signIn, type Client } from './client.ts'
import { config } from './config.ts'
import { checks, type Row } from './recorded-checks.ts'

async function ask(
  client: Client,
  recording: Recording,
  device: { id: number },
): Promise<{ module: string; what: string; answered: number; recorded: number; agree: string }[]> {
  const { data: modules } = await client.call<string[]>('GET', `/switcher-core/${device.id}/modules`)
  const rows = []
  for (const { what, module, answered, recorded } of checks) {
    const theirs = recorded(recording).toSorted()
    if (!modules.includes(module)) {
      rows.push({
        what,
        module,
        answered: 0,
        recorded: theirs.length,
        agree: theirs.length === 0 ? 'not of this model' : 'not over SNMP',
      })
      continue
    }
    const ours = answered(
      (await client.call<Row[]>('GET', `/switcher-core/device/${module}/${device.id}`)).data,
    ).toSorted()
    rows.push({
      what,
      module,
      answered: ours.length,
      recorded: theirs.length,
      agree: ours.join() === theirs.join() ? 'yes' : 'NO',
    })
  }
  return rows
}

const given = process.argv.slice(2)
const paths =
  given.length > 0
    ? given
    : ['zte-zxa10_c320v2', 'dlink_dgs-1510-28'].map(name =>
        join(process.env.LINECARD_RECORDINGS ?? '../shared/recordings', 'snmp', `${name}.snmprec`),
      )
const absent = paths.filter(path => !existsSync(path))
if (absent.length > 0) {
  console.error(`no such recording: ${absent.join(', ')}\nusage: npm run recorded -- <recording.snmprec>…`)
  process.exit(2)
}

process.env.LINECARD_ADMIN_PASSWORD ??= 'admin'
const folder = await mkdtemp(join(tmpdir(), 'linecard-recorded-'))
const served = await Promise.all(
  paths.map((path, i) => startDevice({ ip: `127.0.11.${i + 1}`, port: 0, recording: path })),
)
const running = await boot({ config: { ...config, data_dir: folder, http: { port: 0 } } })
let wrong = 0
try {
  const client = await signIn(running.url!, 'admin', process.env.LINECARD_ADMIN_PASSWORD)
  const devices = await addDevices(
    client,
    served.map(({ ip, port }) => ({ ip, port, community: 'public' })),
  )
  for (const [i, device] of devices.entries()) {
    const { name, key, type } = device.model
    console.log(`\n${basename(paths[i]!)}: detected as ${name} (${key}), ${type}`)
    const rows = await ask(client, parseSnmprec(readFileSync(paths[i]!, 'utf8'), paths[i]!), device)
    console.table(Object.fromEntries(rows.map(({ what, ...row }) => [what, row])))
    wrong += rows.filter(({ agree }) => agree === 'NO').length
  }
} finally {
  await running.stop()
  await Promise.all(served.map(device => device.stop()))
  await rm(folder, { recursive: true, force: true })
}
console.log(wrong ? `${wrong} answers differ from the recordings` : 'all answers agree with the recordings')
process.exit(wrong ? 1 : 0)
