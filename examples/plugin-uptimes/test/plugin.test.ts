import generic from '@linecard/driver-generic'
import { assert, until } from '@linecard/test-kit'
import { testPlugin } from 'linecard/testing'
import plugin from '../src/index.ts'

await testPlugin(plugin, import.meta.url, {
  drivers: [generic],
  device: { recording: new URL('switch.snmprec', import.meta.url) },
  tests(test, world) {
    test('the job has the uptime of a device read, and the list tells it', async () => {
      const path = '/component/uptimes'
      assert.equal((await world.call('GET', path)).data, [])
      const { use } = world.running
      await use('jobs').runNow('uptimes.read', use('auth').system())
      const [row] = await until('the uptime is stored', async () => {
        const { data } = (await world.call('GET', path)) as { data: { device: object; uptime_sec: number }[] }
        return data.length > 0 ? data : null
      })
      const { id, name } = world.device
      // sysUpTime of the recording is 8,640,000 hundredths of a second; the agent counts on.
      assert.equal(row!.device, { id, name })
      assert.ok(row!.uptime_sec >= 86_400 && row!.uptime_sec < 90_000, String(row!.uptime_sec))
    })
  },
})
