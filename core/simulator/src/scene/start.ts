import { resolve } from 'node:path'
import { type Device, startDevice } from '../device.ts'
import type { ApiServer, SimulatedRouterOs } from '../router-os/index.ts'
import type { SimulatedDevice } from '../simulated/base.ts'
import { type Clock, systemClock } from '../simulated/clock.ts'
import { connectCables } from './cables.ts'
import { createDevice } from './devices.ts'
import type { Scene, SceneDevice } from './scene.ts'
import { subscribersIn } from './subscribers.ts'

export interface RunningScene {
  devices: (Device & {
    name: string
    kind: SceneDevice['kind']
    simulated?: SimulatedDevice
    api?: ApiServer
  })[]
  stop(): Promise<void>
}

export interface SceneOptions {
  clock?: Clock
  /** Overrides the port of the scene. Consoles and APIs then take free ports. */
  port?: number
  /** Folder to which paths of recordings are relative. */
  folder?: string
}

/** Starts all devices of a scene. If one fails, the others are stopped and its error is thrown. */
export async function startScene(scene: Scene, options: SceneOptions = {}): Promise<RunningScene> {
  const devices: RunningScene['devices'] = []
  const stop = async () => {
    await Promise.all(devices.map(device => device.stop()))
  }
  const cables = connectCables(scene, options.clock ?? systemClock)
  const clock = options.clock ?? systemClock
  const subscribers = () => subscribersIn(made.map(({ simulated }) => simulated))
  const made: { plan: SceneDevice; simulated: SimulatedDevice | undefined }[] = scene.devices.map(plan => ({
    plan,
    simulated: createDevice(plan, scene, cables.get(plan.name) ?? {}, clock, subscribers),
  }))
  try {
    for (const { plan, simulated } of made) {
      const { ip, name, kind, communities, v3Users, behaviour } = plan
      const console = plan.kind === 'switch' || plan.kind === 'olt' ? plan.console : undefined
      const free =
        options.port === undefined
          ? {}
          : {
              ...(console?.telnet === undefined ? {} : { telnet: 0 }),
              ...(console?.ssh === undefined ? {} : { ssh: 0 }),
            }
      const device = await startDevice({
        ip,
        port: options.port ?? plan.port ?? scene.port ?? 1161,
        ...(communities && { communities }),
        ...(v3Users && { v3Users }),
        ...(behaviour && { behaviour }),
        ...(console && { console: { ...console, ...free } }),
        ...(simulated
          ? { simulated }
          : { recording: resolve(options.folder ?? '.', (plan as { recording: string }).recording) }),
      })
      // The counters of the device are getters. A copy would keep their present values.
      const running = Object.assign(device, { name, kind, ...(simulated && { simulated }) })
      devices.push(running)
      if (plan.kind === 'router-os' && plan.api)
        await serveApi(running, simulated as SimulatedRouterOs, plan.api, options.port !== undefined)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { devices, stop }
}

/** Starts the API of a RouterOS. It stops together with the device. */
async function serveApi(
  device: Device,
  simulated: SimulatedRouterOs,
  { port, tlsPort, ...login }: { port?: number; tlsPort?: number; login: string; password: string },
  free: boolean,
): Promise<void> {
  const api = await simulated.startApi({
    ...login,
    ...(port !== undefined && { port: free ? 0 : port }),
    ...(tlsPort !== undefined && { tlsPort: free ? 0 : tlsPort }),
  })
  const { stop } = device
  Object.assign(device, {
    api,
    stop: async () => {
      await Promise.all([stop(), api.stop()])
    },
  })
}
