const times = { created_at: '2026-03-01T08:00:00.000Z', updated_at: '2026-03-02T09:30:00.000Z' }

export const role = {
  id: 5,
  name: 'Support',
  description: 'Sees everything, changes nothing',
  display: true,
  built_in: false,
  permissions: ['device_show', 'user_self_control'],
  params: {},
  ...times,
}

export const user = {
  id: 7,
  login: 'jane',
  name: 'Jane Miller',
  email: 'jane@example.net',
  role,
  status: 'ENABLED',
  language: 'en',
  last_activity: '2026-03-02T10:00:00.000Z',
  settings: {},
  device_groups: [{ id: 4, name: 'North', description: '' }],
  ...times,
}

const key = '2f1d9a70-5c0e-4a53-9d6c-3f0a7be0c1d2'
export const signIn = { key, expired_at: '2026-03-12T10:00:00.000Z', user }
export const madeKey = { id: 31, key, expired_at: '2027-03-02T10:00:00.000Z' }
export const session = {
  id: 31,
  key_prefix: '2f1d9a70',
  manual: true,
  cross_auth: false,
  current: false,
  description: 'billing',
  ip: '192.0.2.80',
  device: '',
  created_at: times.created_at,
  expired_at: madeKey.expired_at,
  last_used_at: null,
  last_used_ip: null,
  last_used_device: null,
  networks: ['192.0.2.80'],
  permissions: null,
}

export const twoFactor = { enabled: true, enabled_at: times.created_at, recovery_codes_left: 9 }
export const enrolment = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  qr: 'iVBORw0KGgoAAAANSUhEUg',
  uri:
    'otpauth://totp/Linecard:jane?issuer=Linecard&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' +
    '&algorithm=SHA1&digits=6&period=30',
}
export const recoveryCodes = { recovery_codes: ['7KQ2-M9XA-0CVB-TT4E', 'H3ZN-58WD-RYPK-61FS'] }
export const crossAuth = {
  user: { id: 7, login: 'jane', name: 'Jane Miller' },
  expired_at: '2026-03-03T10:00:00.000Z',
  auth_key: key,
}
