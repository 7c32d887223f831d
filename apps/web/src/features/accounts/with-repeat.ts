import { messages } from '@escola/contract/messages'

/** A form's check, and that the password was typed the same twice. */
export const withRepeat =
  <V extends { password: string; repeatPassword: string }>(check: (values: V) => Record<string, string>) =>
  (values: V): Record<string, string> => ({
    ...check(values),
    ...(values.password === values.repeatPassword ? {} : { repeatPassword: messages.passwordRepeat }),
  })
