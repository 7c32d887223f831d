const key = 'escola.token'

export const readToken = () => localStorage.getItem(key)
export const storeToken = (token: string) => localStorage.setItem(key, token)
export const forgetToken = () => localStorage.removeItem(key)
