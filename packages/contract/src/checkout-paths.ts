/** Pages of the web at which cards are typed, as its router writes them: the payment provider's script runs there, and nowhere else. */
export const checkoutPaths = ['/add-saldo/$type', '/trocar-plano/$type', '/minha-conta'] as const
