/** What the demo does when it has said that it starts. */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { boot, giveBackLater, type Running } from '@linecard/kernel'
import { addDevices, type Added } from './add-devices.ts'
import { addTemplates } from './add-templates.ts'
import { signIn, type Client } from './client.ts'
import { config } from './config.ts'
import { addCustomers } from './customers.ts'
import { fillDay } from './fill-day.ts'
import { knownDevice, type Known } from './known-device.ts'
import { lastWords } from './last-words.ts'
import { cutFibre } from './outage.ts'
import { startNetwork, type SimulatedNetwork } from './simulated-network.ts'
import { findLinks } from './topology.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const say = (text: string) => console.log(text)

let network: SimulatedNetwork | undefined
let running: Running | undefined
const ending = new AbortController()
const stop = async () => {
  ending.abort(new Error('the demo ends'))
  await running?.stop()
  network?.stop()
}
const seconds = () => (performance.now() / 1000).toFixed(1)

/** Nothing is polled while a day is written, and no hour of it is counted before it is there. */
async function setPolling(client: Client, polling: boolean): Promise<void> {
  await client.call('PUT', '/system-schedule/analytics.errors', { enabled: polling })
  await client.call('PUT', '/system-components/pollers', { configuration: { polling } })
}

/** Whether the day before is to be written: at the first start, and if it was ended before that was done. */
async function needsDay(client: Client): Promise<boolean> {
  const { data: devices } = await client.call<Added[]>('GET', '/device?limit=1')
  interface Component {
    configuration: { polling: boolean }
  }
  const { data: pollers } = await client.call<Component>('GET', '/system-components/pollers')
  return devices.length === 0 || !pollers.configuration.polling
}

/** Waits until the interfaces are read, which happens soon after a device was added. */
async function whenRead(client: Client, { id, name }: Added): Promise<void> {
  interface Read {
    refreshed_at: string | null
    refresh_error: unknown
  }
  for (;;) {
    const { data } = await client.call<Read>('GET', `/device/${id}`)
    if (data.refreshed_at !== null) return
    if (data.refresh_error !== null)
      return say(`  The interfaces of ${name} are read later: it does not answer`)
    await pause(200, null, { signal: ending.signal })
  }
}

/**
 * Jobs that make something of the day, which are due in some minutes. One that runs already is left alone.
 */
async function runJobs(client: Client): Promise<void> {
  for (const key of ['analytics.errors', 'analytics.online', 'links.load'])
    await client.call('POST', `/system-schedule/${key}/run`).catch((error: Error) => {
      if (!error.message.includes('JOB_RUNNING')) throw error
    })
}

/** Fills the installation: links, customers, a day of history, an outage. Tells each when it is there. */
async function fill(client: Client, own: SimulatedNetwork, devices: readonly Added[]): Promise<string> {
  await Promise.all(devices.map(device => whenRead(client, device)))
  say(`  Links found by LLDP: ${await findLinks(client, devices, text => say(`  ${text}`))}`)
  const [known, subscribers] = await Promise.all([
    Promise.all(devices.map((device): Promise<Known> => knownDevice(running!, client, device))),
    own.subscribers(),
  ])
  const moments = await fillDay(running!, known, own.day(), ending.signal)
  if (moments > 0) say(`  A day of history after ${seconds()} s`)
  await setPolling(client, true)
  await runJobs(client)
  const customers = await addCustomers(client, known, subscribers)
  if (customers > 0) say(`  Customers with contracts and places: ${customers}`)
  const outage = await cutFibre(client, own, devices)
  if (outage) say(`  ${outage}`)
  const lines = await lastWords(client, known, subscribers)
  return lines.map(([what, line]) => `  # ${what}\n  ${line}`).join('\n')
}

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
  // Polls of today would come before those of the day before.
  const isNew = await needsDay(client)
  if (isNew) await setPolling(client, false)
  network = startNetwork({ withDay: isNew })
  const devices = await addDevices(client, await network.places, ({ name, ip, model }) =>
    say(`  ${name} at ${ip}: ${model.name}`),
  )
  await addTemplates(client)
  say(`\nAll ${devices.length} devices are there after ${seconds()} s. Their network is filled now:`)
  const lines = await fill(client, network, devices)
  say(`
All of it is there after ${seconds()} s. Lines to copy:

${lines}

Open ${client.url}/swagger/ and sign in as admin / ${password}. Ctrl-C ends the demo.`)
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
