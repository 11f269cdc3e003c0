import dlink from '@linecard/driver-dlink'
import { fdb } from '@linecard/driver-kit/modules'
import { definePlugin, type DeviceAnswered } from '@linecard/plugin-kit'
import switches from '@linecard/plugin-switches'
import { assert, suite, until } from '@linecard/test-kit'
import { addedSwitch, dataOf, startWorld, stopDevices, type World } from '@linecard/test-kit/worlds/switches'
import pollers from '../src/index.ts'

const test = suite('pollers: what plugins keep of answers', { level: 'full' })
let world: World
let added: Awaited<ReturnType<typeof addedSwitch>>
/** The answers that were given to be kept, and what is thrown at them. */
const given: DeviceAnswered[] = []
let refuse: Error | null = null
const keeping = definePlugin({
  id: 'keeping',
  api: 1,
  requires: ['inventory'],
  keeps: {
    fdb: {
      modules: [fdb],
      async keep(_, answers) {
        given.push(...answers)
        if (refuse) throw refuse
      },
    },
  },
})
test.before(async () => {
  world = await startWorld([dlink], { plugins: [switches, pollers, keeping] })
  added = await addedSwitch(world)
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

interface Run {
  state: string
  result: string
  error: string | null
  details: Record<string, { result: string; unstored: { component: string; description: string }[] }>
}
async function polled(): Promise<Run> {
  const asked = await world.http('POST', `/device/${added.id}/poll`, { pollers: ['fdb_table'] })
  assert.is(asked.status, 202, asked.text)
  const path = `/device/${added.id}/poll/${dataOf<{ id: string }>(asked).id}`
  return until('the poll has ended', async () => {
    const run = dataOf<Run>(await world.http('GET', path))
    return run.state === 'done' ? run : null
  })
}
const asked = () => world.http('POST', `/switcher-core/device/fdb/${added.id}`, {})
const news = () => given.splice(0).map(({ device_id: id, module, args }) => [id, module, args])

test('an answer is given once, to a poll as to a person', async () => {
  news()
  assert.is((await polled()).result, 'ok')
  assert.equal(news(), [[added.id, 'fdb', {}]])
  assert.is((await asked()).status, 200)
  assert.equal(news(), [[added.id, 'fdb', {}]])
  const stored = await world.http('GET', `/component/switches/fdb/${added.id}?from=store`)
  assert.is(stored.status, 200, stored.text)
  assert.equal(news(), [], 'a stored answer is no new one')
})

test('a poll whose answer one plugin could not keep is not ok, and names the plugin; a person gets the answer', async () => {
  refuse = new Error('the disk of history is full')
  const run = await polled()
  assert.equal([run.result, run.details['fdb_table']!.result], ['partial', 'partial'])
  assert.equal(run.details['fdb_table']!.unstored, [{ component: 'keeping', description: refuse.message }])
  assert.match(run.error!, refuse.message)
  const answer = await asked()
  assert.is(answer.status, 200, answer.text)
  refuse = null
  assert.is((await polled()).result, 'ok')
})
