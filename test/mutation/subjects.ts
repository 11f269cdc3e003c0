/** Files in which a mistake lets somebody in or changes a device wrongly, and the tests that must notice it. */
export const subjects: readonly { files: readonly string[]; tests: readonly string[] }[] = [
  {
    files: [
      'core/kernel/src/http/plugins/guard.ts',
      'core/identity/src/callers/authenticate.ts',
      'core/identity/src/callers/known-key.ts',
      'core/identity/src/callers/rules.ts',
      'core/identity/src/networks/match.ts',
      'core/identity/src/networks/strict-access.ts',
      'core/identity/src/networks/trusted.ts',
    ],
    tests: [
      'core/identity/test/networks',
      'core/identity/test/trusted',
      'core/identity/test/keys',
      'core/identity/test/strict-access',
      'core/identity/test/privileges',
      'core/identity/test/sign-in',
      'core/identity/test/users',
      'core/identity/test/cross-auth',
      'core/kernel/test/http.test',
    ],
  },
  {
    files: ['core/inventory/src/visibility.ts', 'core/inventory/src/devices/find.ts'],
    tests: [
      'core/inventory/test/visibility',
      'core/inventory/test/groups',
      'core/inventory/test/devices',
      'core/inventory/test/profile-groups',
    ],
  },
  {
    files: [
      'core/kernel/src/settings/grave.ts',
      'core/kernel/src/settings/plan.ts',
      'core/kernel/src/settings/field.ts',
      'core/kernel/src/settings/effective.ts',
    ],
    tests: [
      'core/kernel/test/settings',
      'core/system/test/configuration',
      'core/identity/test/privileges',
      'test/contract/grave-settings',
    ],
  },
  {
    files: [
      'core/equipment/src/calls/call.ts',
      'core/equipment/src/calls/intent.ts',
      'core/equipment/src/calls/expected.ts',
      'core/equipment/src/calls/proven.ts',
      'core/equipment/src/calls/arguments.ts',
      'core/equipment/src/calls/answer.ts',
    ],
    tests: [
      'core/equipment/test/intents',
      'core/equipment/test/calls',
      'core/equipment/test/http',
      'core/equipment/test/store',
      'plugins/switches/test/moved',
    ],
  },
]
