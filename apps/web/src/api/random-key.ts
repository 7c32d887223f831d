/** Makes a key that can't be guessed. Browsers give random numbers, unlike whole ids, on addresses without TLS too. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
