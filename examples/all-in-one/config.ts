import linecard from './linecard.json' with { type: 'json' }

/**
 * Configuration of the demos: the drivers and plugins of `npm start`. The demos allow loopback addresses, on
 * which simulated equipment runs; a real installation does not.
 */
export const config = {
  log: { level: 'warn' },
  drivers: linecard.drivers,
  plugins: linecard.plugins,
  // QR codes contain this address. It is a name because the default address counts as not configured.
  settings: {
    equipment: { allow_loopback: true },
    backups: { on_by_default: true },
    system: { external_http_address: `http://localhost:${process.env['LINECARD_PORT'] ?? 8088}` },
  },
}
