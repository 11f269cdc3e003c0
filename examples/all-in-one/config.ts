/** Configuration of the demos: simulated equipment lives on loopback addresses, which a real installation never asks. */
export const config = {
  log: { level: 'warn' },
  drivers: ['@linecard/driver-dlink', '@linecard/driver-zte', '@linecard/driver-generic'],
  settings: { equipment: { allow_loopback: true } },
}
