import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ConsoleOptions } from '../console/server.ts'
import type { RouterOsOptions } from '../router-os/index.ts'
import type { OltOptions } from '../olts/index.ts'
import type { RouterOptions } from '../simulated/router.ts'
import type { SwitchOptions } from '../simulated/switch.ts'
import type { Vlan } from '../simulated/vlan.ts'
import type { Behaviour } from '../snmp/behaviour.ts'
import type { V3User } from '../snmp/engine.ts'

/** Fields of all devices of a scene. Each has an address 127.x.y.z of its own. */
interface Common {
  ip: string
  name: string
  port?: number
  communities?: { read: string; write: string }
  v3Users?: readonly V3User[]
  behaviour?: Omit<Behaviour, 'tamper'>
}

export type SceneDevice = Common &
  (
    | ({
        kind: 'switch'
        /** Its console on TCP ports. */
        console?: ConsoleOptions
      } & Pick<SwitchOptions, 'vendor' | 'model' | 'location' | 'vlans' | 'rebootMs'>)
    | ({
        kind: 'olt'
        /** Its console on TCP ports. */
        console?: ConsoleOptions
      } & Pick<
        OltOptions,
        | 'vendor'
        | 'model'
        | 'location'
        | 'vlans'
        | 'onusPerPort'
        | 'onusOnEveryPort'
        | 'cards'
        | 'steady'
        | 'script'
        | 'rebootMs'
      >)
    | ({
        kind: 'router'
        /**
         * Its ARP cache has the subscribers behind the switches and OLTs of the scene, instead of drawn ones.
         */
        serves?: 'scene'
      } & Pick<RouterOptions, 'location' | 'vlans' | 'localAs'>)
    | ({
        kind: 'router-os'
        /** Its API: TCP ports of the plain service and of the one with TLS. */
        api?: { port?: number; tlsPort?: number; login: string; password: string }
      } & Pick<RouterOsOptions, 'location' | 'vlans' | 'localAs' | 'version' | 'board'>)
    /** A `.snmprec`, by a path relative to the scene file. */
    | { kind: 'recording'; recording: string }
  )

/** A simulated network as plain data, usually a JSON file. */
export interface Scene {
  /** UDP port of devices without a port of their own. Default 1161. */
  port?: number
  seed?: string
  vlans?: readonly Vlan[]
  /** The load of the cables follows the hours of the day. */
  daily?: boolean
  devices: readonly SceneDevice[]
  /**
   * Cables between two devices: `<device name>:<port>`, where a switch's ports are numbers and others are
   * named as in ifName.
   */
  cables?: readonly (readonly [string, string])[]
}

/** Reads a scene file. Throws with the name of the file if it is not JSON or has no list of devices. */
export function readScene(path: string): { scene: Scene; folder: string } {
  let scene: unknown
  try {
    scene = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`scene ${path}: ${(error as Error).message}`, { cause: error })
  }
  if (typeof scene !== 'object' || scene === null || !('devices' in scene) || !Array.isArray(scene.devices))
    throw new Error(`scene ${path}: "devices" must be a list`)
  return { scene: scene as Scene, folder: dirname(resolve(path)) }
}
