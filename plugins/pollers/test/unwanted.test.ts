import dlink from '@linecard/driver-dlink'
import attachments from '@linecard/plugin-attachments'
import marks from '@linecard/plugin-interface-marks'
import switches from '@linecard/plugin-switches'
import { definePlugin, pollSoon, type Context, type Polled, type PollSoon } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { addedSwitch, dataOf, startWorld, stopDevices, type World } from '@linecard/test-kit/worlds/switches'
import pollers from '../src/index.ts'

const test = suite('pollers: interfaces that nobody wants', { level: 'full' })
let world: World
let added: Awaited<ReturnType<typeof addedSwitch>>
/** Bind keys that `interfaces_status` was given. */
let given: string[] = []
/** Who wanted a poller to run before its time. */
const soon: PollSoon[] = []
const listening = definePlugin({
  id: 'listening',
  api: 1,
  requires: ['inventory'],
  setup(ctx: Context) {
    ctx.events.on(pollSoon, payload => void soon.push(payload as PollSoon))
    return {}
  },
  pollStores: {
    interfaces_status: {
      async store(_: object, { answers }: Polled) {
        const rows = answers.get('link_info')?.data as { interface: { id: number } }[]
        given = rows.map(row => String(row.interface.id))
      },
    },
  },
})

test.before(async () => {
  world = await startWorld([dlink], { plugins: [switches, pollers, marks, attachments, listening] })
  added = await addedSwitch(world, { quick: true })
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

async function polled(...keys: string[]): Promise<void> {
  const asked = await world.http('POST', `/device/${added.id}/poll`, { pollers: keys })
  assert.is(asked.status, 202, asked.text)
  const path = `/device/${added.id}/poll/${dataOf<{ id: string }>(asked).id}`
  await until(
    'the poll has ended',
    async () => dataOf<{ state: string }>(await world.http('GET', path)).state === 'done',
    { everyMs: 100 },
  )
}
interface Port {
  id: number
  bind_key: string
  name: string
}
const stored = async () => dataOf<Port[]>(await world.http('GET', `/device-interface/by-device/${added.id}`))
const told = async () =>
  dataOf<{
    names: { values: string[]; from: string }
    left_out: { bind_key: string; name: string }[]
    kept: { id: number; written_in: string[] }[]
  }>(await world.http('GET', `/device/${added.id}/unwanted-interfaces`))

test('they are not stored, counted or handed out; those that somebody has written about stay and are told', async () => {
  const before = await stored()
  const [noted, marked, plain] = before as [Port, Port, Port]
  await world.http('PUT', `/device-interface/${noted.id}`, { comment: 'the crew has its radio here' })
  const tagged = await world.http('PUT', `/interface-marks/interface/${marked.id}`, { tags: ['Uplink'] })
  assert.is(tagged.status, 200, tagged.text)
  const names = [noted, marked, plain].map(({ name }) => name)
  const set = await world.http('PUT', '/system-components/inventory', {
    configuration: { unwanted_names: names },
  })
  assert.is(set.status, 200, set.text)
  await polled('interfaces_list')
  const after = await stored()
  assert.equal(
    before.filter(({ id }) => !after.some(one => one.id === id)).map(({ id }) => id),
    [plain.id],
  )
  const counts = dataOf<{ all: number }[]>(
    await world.http('GET', `/device-interface/statistics?device_id=${added.id}`),
  )
  assert.is(
    counts.reduce((sum, { all }) => sum + all, 0),
    before.length - 1,
  )
  const { names: rule, left_out: left, kept } = await told()
  assert.equal([rule.values, rule.from], [names, 'settings'])
  assert.equal(left, [{ bind_key: plain.bind_key, name: plain.name }])
  assert.equal(
    kept.map(one => [one.id, one.written_in]),
    [
      [noted.id, ['inventory']],
      [marked.id, ['interface-marks']],
    ],
  )
  soon.length = 0
  await polled('interfaces_status')
  assert.not.ok(given.includes(plain.bind_key))
  assert.ok(given.includes(noted.bind_key) && given.includes(marked.bind_key))
  await polled('interfaces_status')
  assert.equal(soon, [], 'a port that is left out is no unknown port: the list is not read again')
})

test('a device may want what the settings leave out: it is there again with the next list', async () => {
  const [left] = (await told()).left_out
  await world.http('PUT', `/device/${added.id}`, { params: { unwanted_interfaces: { names: [] } } })
  await polled('interfaces_list', 'interfaces_status')
  assert.ok((await stored()).some(({ bind_key: key }) => key === left!.bind_key))
  assert.equal((await told()).left_out, [])
  await polled('interfaces_status')
  assert.ok(given.includes(left!.bind_key))
})

test('a port that has an attachment stays, until the attachment is gone', async () => {
  const [, , , port, other] = (await stored()) as [Port, Port, Port, Port, Port]
  const form = new FormData()
  form.append('object_type', 'interface')
  form.append('object_id', String(port.id))
  form.append('file', new Blob(['a note of the crew']), 'note.txt')
  const answer = await fetch(`${world.url!}/api/v1/component/attachments`, {
    method: 'POST',
    headers: { 'x-auth-key': world.admin },
    body: form,
  })
  assert.is(answer.status, 201)
  const { data: file } = (await answer.json()) as { data: { id: number } }
  const names = [port.name, other.name]
  await world.http('PUT', `/device/${added.id}`, { params: { unwanted_interfaces: { names } } })
  await polled('interfaces_list')
  const ids = async () => new Set((await stored()).map(({ id }) => id))
  assert.equal([(await ids()).has(port.id), (await ids()).has(other.id)], [true, false])
  assert.ok((await told()).kept.some(one => one.id === port.id && one.written_in.includes('attachments')))
  const { status } = await world.http('DELETE', `/component/attachments/${file.id}`)
  assert.is(status, 200)
  await polled('interfaces_list')
  assert.not.ok((await ids()).has(port.id))
})
