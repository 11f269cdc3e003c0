import { once } from 'node:events'
import { randomInt } from 'node:crypto'
import { addDevice, refusal, type Client } from './client.ts'
import type { Folder } from './folder.ts'
import { networkScript, type Place } from './network.ts'
import { signInAsOwner, type Service } from './service.ts'
import { must, step } from './steps.ts'

export interface Network {
  places: Place[]
  stop(): Promise<void>
}

/** A switch that is simulated, and one that plays the recording of the example. */
export async function startNetwork(installation: Folder, recording: string): Promise<Network> {
  await installation.write('network.mjs', networkScript)
  const net = `127.${20 + randomInt(200)}.${randomInt(256)}`
  const child = installation.spawn('node', ['network.mjs', `${net}.1`, `${net}.2`, recording])
  const ended = once(child, 'exit')
  const [chunk] = (await Promise.race([
    once(child.stdout!, 'data'),
    once(child.stderr!, 'data').then(([text]) => {
      throw new Error(String(text))
    }),
  ])) as [Buffer]
  return {
    places: JSON.parse(String(chunk)) as Place[],
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

interface Component {
  key: string
  state: string
  reason: string | null
}

async function checkComponents(client: Client): Promise<string> {
  const { data } = await client.call<Component[]>('GET', '/system-components')
  const future = data.find(({ key }) => key === 'future')
  must(future?.state === 'incompatible', `the plugin for contract 2 is ${future?.state}: ${future?.reason}`)
  must(/contract 2.*contract 1/s.test(future.reason ?? ''), `its reason is: ${future.reason}`)
  const others = data.filter(({ key, state }) => key !== 'future' && state !== 'ready')
  must(others.length === 0, JSON.stringify(others))
  return `${data.length - 1} components ready; future: ${future.reason}`
}

/**
 * Asks a running installation everything that an integration asks. Gives the client, and the path of a place
 * that is stored in it.
 */
export async function askInstallation(
  service: Service,
  [dlink, acme]: Place[],
): Promise<{ client: Client; path: string }> {
  const client = await step('the owner signs in', () => signInAsOwner(service))
  await step(
    'every component runs, but the one of another contract',
    () => checkComponents(client),
    text => text,
  )
  const known = await step(
    'device-detect and add',
    () => addDevice(client, dlink!),
    ({ model }) => model.key,
  )
  must(known.model.key === 'dlink_des_3200_28_c1', known.model.key)
  const own = await step(
    "the same with the author's driver",
    () => addDevice(client, acme!),
    ({ model }) => model.key,
  )
  must(own.model.key === 'acme_a8', own.model.key)
  for (const { id, name } of [known, own])
    await step(`read ${name}`, async () => {
      const { data } = await client.call<unknown[]>('GET', `/switcher-core/device/link_info/${id}`)
      must(data.length > 3, `${data.length} links`)
    })
  await step("a vendor table of the author's driver", async () => {
    type Temperatures = { sensors: { name: string; value: number | null }[] }
    const { data } = await client.call<Temperatures>('GET', `/switcher-core/device/sys_temp/${own.id}`)
    must(data.sensors[0]?.name === 'CPU' && data.sensors[0].value === 41.5, JSON.stringify(data))
  })
  await step('a route of a plugin', () => client.call('GET', `/component/switches/resources/${known.id}`))
  await step("errors of the author's plugin arrive", async () => {
    const none = await refusal(client, `/component/places/${known.id}`)
    must(none.status === 404 && none.code === 'PLACES_NONE', JSON.stringify(none))
    const device = await refusal(client, '/component/places/999999')
    must(device.status === 404 && device.code === 'INVENTORY_DEVICE_UNKNOWN', JSON.stringify(device))
  })
  await step("the author's plugin stores and reads", async () => {
    await client.call('PUT', `/component/places/${own.id}`, { room: 'attic' })
    const { data } = await client.call<{ room: string }>('GET', `/component/places/${own.id}`)
    must(data.room === 'attic', JSON.stringify(data))
  })
  await step('a plugin that was installed from its tarball stores and reads', async () => {
    await client.call('PUT', `/component/rooms/${known.id}`, { room: 'cellar' })
    const { data } = await client.call<{ room: string }>('GET', `/component/rooms/${known.id}`)
    must(data.room === 'cellar', JSON.stringify(data))
  })
  await step(
    'the document has all of them',
    async () => {
      const document = (await (await fetch(`${service.url}/swagger/openapi.json`)).json()) as {
        paths: object
      }
      must('/api/v1/component/places/{device}' in document.paths, 'the route of the author is missing')
      return Object.keys(document.paths).length
    },
    paths => `${paths} paths`,
  )
  return { client, path: `/component/places/${own.id}` }
}
