/**
 * Configuration of the demos. They allow loopback addresses, on which simulated equipment runs; a real
 * installation does not.
 */
export const config = {
  log: { level: 'warn' },
  drivers: [
    '@linecard/driver-alcatel',
    '@linecard/driver-allied-telesis',
    '@linecard/driver-arista',
    '@linecard/driver-bdcom',
    '@linecard/driver-cdata',
    '@linecard/driver-cisco',
    '@linecard/driver-dcn',
    '@linecard/driver-dell',
    '@linecard/driver-dlink',
    '@linecard/driver-edgecore',
    '@linecard/driver-eltex',
    '@linecard/driver-equicom',
    '@linecard/driver-extreme',
    '@linecard/driver-fs',
    '@linecard/driver-hpe',
    '@linecard/driver-huawei',
    '@linecard/driver-juniper',
    '@linecard/driver-mikrotik',
    '@linecard/driver-raisecom',
    '@linecard/driver-snr',
    '@linecard/driver-tplink',
    '@linecard/driver-ubiquiti',
    '@linecard/driver-vsol',
    '@linecard/driver-zte',
    '@linecard/driver-zyxel',
    '@linecard/driver-generic',
  ],
  plugins: [
    '@linecard/plugin-attachments',
    '@linecard/plugin-autodiscovery',
    '@linecard/plugin-diagnostic',
    '@linecard/plugin-interface-marks',
    '@linecard/plugin-olts',
    '@linecard/plugin-olts-control',
    '@linecard/plugin-portal',
    '@linecard/plugin-qr-generator',
    '@linecard/plugin-router-os',
    '@linecard/plugin-routers',
    '@linecard/plugin-search-device',
    '@linecard/plugin-switches',
  ],
  // QR codes contain this address. It is a name because the default address counts as not configured.
  settings: {
    equipment: { allow_loopback: true },
    system: { external_http_address: 'http://localhost:8088' },
  },
}
