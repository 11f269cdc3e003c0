import { assert } from '@linecard/test-kit'
import { testPlugin } from 'linecard/testing'
import plugin from '../src/index.ts'

interface Part {
  id: number
  kind: string
  shelf: string
}

await testPlugin(plugin, import.meta.url, {
  drivers: [],
  tests(test, world) {
    const path = '/component/spares'
    const add = (serial: string, kind = 'SFP+ LR') => world.call('POST', path, { kind, serial })

    test('a part is added, found, moved to another shelf and removed', async () => {
      const { id } = (await add('FNS1')).data as Part
      await add('FNS2', 'fan')
      const listed = (await world.call('GET', `${path}?query=sfp&sort=-id`)).data as Part[]
      assert.equal(
        listed.map(one => one.id),
        [id],
      )
      assert.is((await world.call('PUT', `${path}/${id}`, { shelf: 'B3' })).status, 200)
      const { kind, shelf } = (await world.call('GET', `${path}/${id}`)).data as Part
      assert.equal([kind, shelf], ['SFP+ LR', 'B3'])
      assert.is((await world.call('DELETE', `${path}/${id}`)).status, 200)
      assert.is((await world.call('GET', `${path}/${id}`)).error?.code, 'SPARES_UNKNOWN')
    })

    test('no two parts have one serial number', async () => {
      assert.is((await add('FNS3')).status, 201)
      assert.is((await add('FNS3')).error?.code, 'SPARES_SERIAL_TAKEN')
    })
  },
})
