// Tells the server the visitor's time zone, so that the next page shows times as their clock does.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const secure = location.protocol === "https:" ? "; Secure" : "";

if (zone && !document.cookie.split("; ").includes(`timezone=${zone}`)) {
  document.cookie = `timezone=${zone}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}
