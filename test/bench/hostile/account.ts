/** The login of the consoles of the benchmark. */
export const account = { login: 'operator', password: 'bench-pass-word' }
