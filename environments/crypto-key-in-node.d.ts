/** Node has Web Crypto's key as a global value, and its type under `webcrypto` only. */
type CryptoKey = import('node:crypto').webcrypto.CryptoKey
