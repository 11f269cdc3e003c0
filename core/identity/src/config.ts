import { Type as T, type Static } from 'typebox'

/** Prefixes from /8 (IPv4) and from /7 (IPv6): no list of trusted networks may contain the whole Internet. */
const network =
  '^((\\d{1,3}\\.){3}\\d{1,3}(/([89]|[12]\\d|3[0-2]))?' +
  '|[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*(/([7-9]|[1-9]\\d|1[01]\\d|12[0-8]))?)$'

export const Config = T.Object(
  {
    session_ttl_sec: T.Integer({
      default: 864_000,
      minimum: 60,
      grave: true,
      title: 'Lifetime of a sign-in',
      description: 'Seconds until a user must sign in again',
    }),
    trusted_networks: T.Array(T.String({ pattern: network }), {
      default: [],
      maxItems: 100,
      uniqueItems: true,
      grave: true,
      title: 'Trusted networks',
      description:
        'Requests from these networks (address/prefix) need no key. ' +
        'They run as the built-in user sys with all permissions',
    }),
    rate_limiter_enabled: T.Boolean({
      default: true,
      grave: true,
      title: 'Wait after failed sign-ins',
      description: 'After too many failed sign-ins each further one has to wait, twice as long each time',
    }),
    rate_limiter_attempts: T.Integer({
      default: 3,
      minimum: 1,
      maximum: 1000,
      grave: true,
      title: 'Failures before a login waits at an address',
      description:
        'Counts one login from one address. Other logins there do not wait. ' +
        'An IPv6 address counts as its /64 network',
    }),
    rate_limiter_address_attempts: T.Integer({
      default: 20,
      minimum: 1,
      maximum: 10_000,
      grave: true,
      title: 'Logins that may fail before an address waits',
      description:
        'Counts different logins from one address. Users who have signed in from there before do not wait',
    }),
    rate_limiter_window_sec: T.Integer({
      default: 3600,
      minimum: 1,
      maximum: 86_400,
      grave: true,
      title: 'Time in which failures count',
      description: 'Seconds. No wait is longer',
    }),
    rate_limiter_time_sec: T.Integer({
      default: 900,
      minimum: 1,
      maximum: 604_800,
      grave: true,
      title: 'Longest wait at an address',
      description: 'Seconds',
    }),
    rate_limiter_login_attempts: T.Integer({
      default: 10,
      minimum: 1,
      maximum: 10_000,
      grave: true,
      title: 'Failures before a login waits everywhere',
      description:
        'Counts one login from all addresses. Addresses from which its user has signed in do not wait',
    }),
    rate_limiter_login_time_sec: T.Integer({
      default: 900,
      minimum: 1,
      maximum: 86_400,
      grave: true,
      title: 'Longest wait of a login',
      description: 'Seconds',
    }),
    password_min_length: T.Integer({
      default: 8,
      minimum: 1,
      maximum: 128,
      grave: true,
      title: 'Length of passwords',
      description: 'Minimum number of characters in a new password',
    }),
    password_strength: T.Boolean({
      default: true,
      grave: true,
      title: 'Strong passwords',
      description: 'New passwords need upper and lower case letters, a digit and a special character',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
