/**
 * The network of the demo, in a process of its own as real equipment is. Sends the addresses of the devices
 * over IPC when all of them answer.
 */
import { fileURLToPath } from 'node:url'
import { readScene, startScene } from '@linecard/simulator'
import type { Place } from './add-devices.ts'

const { scene, folder } = readScene(fileURLToPath(new URL('scene.json', import.meta.url)))
const running = await startScene(scene, { folder }).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
const stop = async () => {
  await running.stop()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
// The demo has ended, and its network must end too.
process.once('disconnect', stop)
const places = running.devices.map(
  ({ name, ip, port, kind, console, api }, at): Place & { name: string; kind: string } => {
    const plan = scene.devices[at]!
    const { login, password, enable } =
      plan.kind === 'switch' || plan.kind === 'olt'
        ? (plan.console ?? {})
        : plan.kind === 'router-os'
          ? { enable: undefined, ...plan.api }
          : {}
    const protocol = console?.ssh ? 'ssh' : 'telnet'
    return {
      name,
      ip,
      port,
      kind,
      community: 'public',
      ...(console && login && password
        ? { console: { protocol, port: console[protocol]!, login, password, ...(enable && { enable }) } }
        : {}),
      ...(api?.port && login && password ? { routerOs: { port: api.port, login, password } } : {}),
    }
  },
)
process.send?.(places)
