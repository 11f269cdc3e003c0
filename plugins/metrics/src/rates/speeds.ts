/** Speeds of the interfaces of a device, octets a second, by the id of the interface. */
export type Speeds = ReadonlyMap<number, number>

const bytes = 12

export function encodeSpeeds(speeds: Speeds): Buffer {
  const out = Buffer.alloc(speeds.size * bytes)
  let at = 0
  for (const [id, speed] of speeds) {
    at = out.writeUInt32BE(id, at)
    at = out.writeDoubleBE(speed, at)
  }
  return out
}

export function decodeSpeeds(state: Buffer | null): Map<number, number> {
  const speeds = new Map<number, number>()
  if (!state || state.length % bytes !== 0) return speeds
  for (let at = 0; at < state.length; at += bytes)
    speeds.set(state.readUInt32BE(at), state.readDoubleBE(at + 4))
  return speeds
}
