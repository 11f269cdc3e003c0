import { assert, suite } from '@linecard/test-kit'
import { adminPassword, makeWorld, type World } from '@linecard/test-kit/worlds/core'

const test = suite('system: where the web panel is')
let world: World
test.before(async () => {
  world = await makeWorld()
})
test.after(() => world?.stop())

const set = async (address: string | null) => {
  const answer = await world.http('PUT', '/system/configuration', {
    system: { external_http_address: address },
    current_password: adminPassword,
  })
  assert.is(answer.status, 200, answer.text)
}

test('nobody knows it until somebody has said so, and changes are followed', async () => {
  const panel = world.use('panel')
  assert.is(panel.address(), null)
  await set('https://noc.example.net/')
  assert.is(panel.address(), 'https://noc.example.net')
  await set('http://noc.example.net:8088/linecard//?from=mail#top')
  assert.is(panel.address(), 'http://noc.example.net:8088/linecard')
  await set(null)
  assert.is(panel.address(), null)
})
