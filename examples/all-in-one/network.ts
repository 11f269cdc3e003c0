/** The demo's network, in a process of its own as real equipment would be. Says over IPC when every device answers. */
import { fileURLToPath } from 'node:url'
import { readScene, startScene } from '@linecard/simulator'

const { scene, folder } = readScene(fileURLToPath(new URL('scene.json', import.meta.url)))
const running = await startScene(scene, { folder }).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
const stop = async () => { await running.stop(); process.exit(0) }
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
// The demo has gone: nobody needs its network.
process.once('disconnect', stop)
process.send?.(running.devices.map(({ name, ip, port, kind }) => ({ name, ip, port, kind, community: 'public' })))
