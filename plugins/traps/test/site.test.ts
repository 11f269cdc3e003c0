import { spawn, type ChildProcess } from 'node:child_process'
import pollers from '@linecard/plugin-pollers'
import { assert, suite, until } from '@linecard/test-kit'
import { add } from '@linecard/test-kit/worlds/inventory'
import { addedSwitch, stopDevices, type Added } from '@linecard/test-kit/worlds/switches'
import { known, linkDown, logOf, send, startWorld, type TrapWorld } from './world.ts'

/** A centre that listens, and a worker at a site, which alone may ask the devices of the site. */
const test = suite('traps: sites', { level: 'full' })
let world: TrapWorld
let added: Added
let worker: ChildProcess

test.before(async () => {
  world = await startWorld({}, { plugins: [pollers] })
  const { id: site } = await add(world, '/device-group', { name: 'riga' })
  const configuration = { polling: false, workers: { riga: [site] } }
  const { status, text } = await world.http('PUT', '/system-components/pollers', { configuration })
  assert.is(status, 200, text)
  added = await addedSwitch(world, { quick: true, group_id: site })
  worker = spawn(
    process.execPath,
    [
      '--conditions=source',
      '--disable-warning=ExperimentalWarning',
      new URL('./process.ts', import.meta.url).pathname,
      world.configFile,
      'riga',
    ],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('exit', code => reject(new Error(`the worker ended with code ${code}`)))
  })
  await until('the site is known', async () => {
    await known(world)
    return world.traps.intake!.known.byId.get(added.id)?.worker === 'riga' || null
  })
})
test.after(async () => {
  worker?.kill('SIGKILL')
  await world?.stop()
  await stopDevices()
})

test('a worker of the site asks its device, and the centre does not', async () => {
  const [port] = await world.sql<{ id: number; bind_key: string }>(
    "select id, bind_key from inventory_interface where device_id = $1 and status = 'Up' order by id limit 1",
    [added.id],
  )
  const ifIndex = Number(port!.bind_key)
  added.simulated.ports.find(one => one.ifIndex === ifIndex)!.cable.cut(Date.now(), 600_000)
  await send(world, 'snmptrap', added.ip, ['-v', '2c', '-c', 'public'], ['4711', ...linkDown(ifIndex)])
  await until(
    'the store has it',
    async () =>
      (
        await world.sql<{ status: string }>('select status from inventory_interface where id = $1', [
          port!.id,
        ])
      )[0]!.status === 'Down' || null,
    { everyMs: 10 },
  )
  await until('the log tells the answer', async () => {
    const [found] = await logOf(world, `?interface_id=${port!.id}`)
    return found?.modules['link_info'] === 'confirmed' || null
  })
  const { text } = await world.use('installation').metrics()
  assert.not.match(text, /linecard_traps_looks_total\{[^}]*result="answered"/)
})
