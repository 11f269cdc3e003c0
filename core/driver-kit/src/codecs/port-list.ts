/** Ports of a PortList (RFC 4363). Port 1 is the highest bit of the first octet. */
export function portsOf(bytes: Uint8Array): number[] {
  const ports: number[] = []
  bytes.forEach((octet, at) => {
    for (let bit = 0; bit < 8; bit++) if (octet & (0x80 >> bit)) ports.push(at * 8 + bit + 1)
  })
  return ports
}

/**
 * The PortList of these ports with `length` octets, or more if a port needs more. Some agents refuse a length
 * that is not their own.
 */
export function portList(ports: readonly number[], length = 0): Buffer {
  const bad = ports.find(port => !Number.isInteger(port) || port < 1 || port > 65_535)
  if (bad !== undefined) throw new RangeError(`${bad} is not a bridge port number`)
  const bytes = Buffer.alloc(Math.max(length, ...ports.map(port => Math.ceil(port / 8))))
  for (const port of ports) bytes[(port - 1) >> 3]! |= 0x80 >> ((port - 1) & 7)
  return bytes
}
