/**
 * `npm run demo`: starts a simulated network and the service, and adds the devices through the API. It has a
 * data folder of its own and can be run again at any time.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { boot, StartError, type Running } from '@linecard/kernel'
import { addDevices, type Added, type Place } from './add-devices.ts'
import { addTemplates } from './add-templates.ts'
import { signIn, type Client } from './client.ts'
import { config } from './config.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

async function startNetwork(): Promise<{ child: ChildProcess; places: Place[] }> {
  const child = fork(here('network.ts'), { execArgv: ['--conditions=source'] })
  const started = once(child, 'message').then(([places]) => places as Place[])
  const ended = once(child, 'exit').then(() => {
    throw new StartError('the simulated network did not start: is another demo running?')
  })
  return { child, places: await Promise.race([started, ended]) }
}

function curls({ url, key }: Client, devices: readonly Added[], places: readonly Place[]): string[] {
  const olt = devices.find(device => device.model.type === 'OLT')!
  const aSwitch = devices.find(
    device => device.model.type === 'SWITCH' && device.model.key !== 'generic_snmp',
  )!
  const typed = devices.find(
    ({ ip, model }) => model.type === 'SWITCH' && places.some(place => place.ip === ip && place.console),
  )!
  const curl = (path: string) => `curl -s -H 'X-Auth-Key: ${key}' '${url}/api/v1${path}'`
  return [
    curl('/device?limit=3'),
    curl(`/switcher-core/device/link_info/${aSwitch.id}`),
    curl(`/switcher-core/device/pon_onts_optical/${olt.id}`),
    `${curl(`/switcher-core/device/console_command/${typed.id}`)} -F command='show ports'`,
    curl(`/component/onts_registration/unregistered?device_id=${olt.id}`),
  ]
}

const started = performance.now()
let network: ChildProcess | undefined
let running: Running | undefined
const stop = async () => {
  await running?.stop()
  network?.kill()
}

try {
  process.env.LINECARD_ADMIN_PASSWORD ??= 'admin'
  const { child, places } = await startNetwork()
  network = child
  running = await boot({ config: { ...config, data_dir: here('.linecard-demo') } })
  const client = await signIn(running.url!, 'admin', process.env.LINECARD_ADMIN_PASSWORD)
  const devices = await addDevices(client, places)
  await addTemplates(client)
  console.log(`
Linecard is ready after ${((performance.now() - started) / 1000).toFixed(1)} s with ${devices.length} devices.

  API document, with Try it out:  ${client.url}/swagger/
  Sign in:                        admin / ${process.env.LINECARD_ADMIN_PASSWORD}
  Key of this session:            ${client.key}

${curls(client, devices, places)
  .map(line => `  ${line}`)
  .join('\n')}

Ctrl-C ends the demo.`)
  const [signal] = await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  console.log(`${String(signal)}: stopping`)
  await stop()
  process.exit(0)
} catch (error) {
  console.error(
    `demo: ${error instanceof StartError || error instanceof Error ? error.message : String(error)}`,
  )
  await stop()
  process.exit(1)
}
