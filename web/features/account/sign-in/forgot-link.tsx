import { Link } from 'wouter'

export function ForgotLink() {
  return (
    <p className="mt-2 text-center">
      <Link
        href="/auth/forgot"
        className="inline-flex min-h-11 items-center text-small text-ink-muted underline-offset-4 hover:text-ink hover:underline"
      >
        Forgot your password?
      </Link>
    </p>
  )
}
