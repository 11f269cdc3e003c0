import { parseArgs } from 'node:util'
import { readScene } from './scene/scene.ts'
import { startScene } from './scene/start.ts'

const usage = `Usage: main.ts --scene <file.json> [--port <n>]
       main.ts --recording <file.snmprec> [--ip 127.0.10.99] [--port <n>]`

function stop(message: string, code: number): never {
  console.error(message)
  process.exit(code)
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        scene: { type: 'string' },
        recording: { type: 'string' },
        ip: { type: 'string', default: '127.0.10.99' },
        port: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    return stop(`${(error as Error).message}\n${usage}`, 2)
  }
}

const { scene: file, recording, ip, port, help } = readArguments()
if (help) stop(usage, 0)
if ((file === undefined) === (recording === undefined)) stop(usage, 2)
if (port !== undefined && !/^\d{1,5}$/.test(port))
  stop(`--port ${port}: a UDP port is a number up to 65535`, 2)

try {
  const { scene, folder } =
    file !== undefined
      ? readScene(file)
      : {
          scene: { devices: [{ kind: 'recording', name: 'recording', ip, recording: recording! }] } as const,
          folder: process.cwd(),
        }
  const running = await startScene(scene, { folder, ...(port !== undefined && { port: Number(port) }) })
  console.table(
    Object.fromEntries(
      running.devices.map(device => [
        device.name,
        {
          kind: device.kind,
          address: `${device.ip}:${device.port}`,
          telnet: device.console?.telnet ?? '',
          ssh: device.console?.ssh ?? '',
          sysDescr: device.simulated?.identity.sysDescr ?? '',
        },
      ]),
    ),
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void running.stop().then(() => process.exit(0))
    })
} catch (error) {
  stop((error as Error).message, 1)
}
