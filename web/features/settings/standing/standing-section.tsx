export function StandingSection() {
  return <p className="text-lead">Nothing was decided about you or your things.</p>
}
