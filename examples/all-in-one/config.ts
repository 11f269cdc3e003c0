/**
 * Configuration of the demos: simulated equipment lives on loopback addresses, which a real installation
 * never asks.
 */
export const config = {
  log: { level: 'warn' },
  drivers: [
    '@linecard/driver-alcatel',
    '@linecard/driver-allied-telesis',
    '@linecard/driver-arista',
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
    '@linecard/driver-zte',
    '@linecard/driver-zyxel',
    '@linecard/driver-generic',
  ],
  plugins: [
    '@linecard/plugin-attachments',
    '@linecard/plugin-autodiscovery',
    '@linecard/plugin-diagnostic',
    '@linecard/plugin-interface-marks',
    '@linecard/plugin-portal',
    '@linecard/plugin-qr-generator',
    '@linecard/plugin-router-os',
    '@linecard/plugin-routers',
    '@linecard/plugin-search-device',
    '@linecard/plugin-switches',
  ],
  // The address that QR codes lead to: a name, because the default is taken for one that nobody has set.
  settings: {
    equipment: { allow_loopback: true },
    system: { external_http_address: 'http://localhost:8088' },
  },
}
