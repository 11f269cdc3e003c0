/** What the demo does when it has said that it starts. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { boot, giveBackLater, StartError, type Running } from '@linecard/kernel'
import { writeCompiled } from '@linecard/kernel/compile-cache'
import { addDevices, type Added, type Place } from './add-devices.ts'
import { addTemplates } from './add-templates.ts'
import { signIn, type Client } from './client.ts'
import { config } from './config.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const say = (text: string) => console.log(text)

function startNetwork(): { child: ChildProcess; places: Promise<Place[]> } {
  // It loads much of what this process has loaded.
  writeCompiled()
  const child = fork(here('network.ts'))
  const started = once(child, 'message').then(([places]) => places as Place[])
  const ended = once(child, 'exit').then(() => {
    throw new StartError('the simulated network did not start: is another demo running?')
  })
  return { child, places: Promise.race([started, ended]) }
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

let network: ChildProcess | undefined
let running: Running | undefined
const stop = async () => {
  await running?.stop()
  network?.kill()
}
const seconds = () => (performance.now() / 1000).toFixed(1)

async function show(): Promise<void> {
  const password = (process.env.LINECARD_ADMIN_PASSWORD ??= 'admin')
  running = await boot({
    config: { ...config, data_dir: here('.linecard-demo') },
    onStep: (what, ms) => say(`  ${what}: ${ms} ms`),
  })
  const client = await signIn(running.url!, 'admin', password)
  say(`
Linecard listens after ${seconds()} s.

  API document, with Try it out:  ${client.url}/swagger/
  Sign in:                        admin / ${password}
  Key of this session:            ${client.key}

Devices of a simulated network are added now:`)
  const { child, places } = startNetwork()
  network = child
  const devices = await addDevices(client, await places, ({ name, ip, model }) =>
    say(`  ${name} at ${ip}: ${model.name}`),
  )
  await addTemplates(client)
  say(`
All ${devices.length} devices are there after ${seconds()} s.

${curls(client, devices, await places)
  .map(line => `  ${line}`)
  .join('\n')}

Ctrl-C ends the demo.`)
  giveBackLater()
}

// From the first second on: a person who has seen enough need not wait for the devices.
const asked = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
try {
  const [signal] = (await Promise.race([asked, show().then(() => asked)])) as [string]
  say(`${signal}: stopping`)
  await stop()
  process.exit(0)
} catch (error) {
  console.error(`demo: ${error instanceof Error ? error.message : String(error)}`)
  await stop()
  process.exit(1)
}
