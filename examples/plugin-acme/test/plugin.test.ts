import generic from '@linecard/driver-generic'
import { assert } from '@linecard/test-kit'
import { testPlugin } from 'linecard/testing'
import plugin from '../src/index.ts'

await testPlugin(plugin, import.meta.url, {
  drivers: [generic],
  device: { recording: new URL('switch.snmprec', import.meta.url) },
  settings: { places: { places_at_most: 1 } },
  tests(test, world) {
    test('a place is unknown until somebody tells it', async () => {
      const path = `/component/places/${world.device.id}`
      assert.is((await world.call('GET', path)).error?.code, 'PLACES_NONE')
      assert.is((await world.call('PUT', path, { room: 'attic' })).status, 200)
      const { data }: { data: { room: string } } = await world.call('GET', path)
      assert.is(data.room, 'attic')
    })
  },
})
