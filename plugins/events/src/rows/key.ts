import { createHash } from 'node:crypto'

export interface Keyed {
  name: string
  device_id: number | null
  interface_id: number | null
  part: string
}

/** 16 hexadecimal digits: the same for the same name, device, interface and part. */
export const keyOf = ({ name, device_id: device, interface_id: port, part }: Keyed): string =>
  createHash('sha256')
    .update(JSON.stringify([name, device, port, part]))
    .digest('hex')
    .slice(0, 16)
