#!/bin/sh
# Makes the certificates beside this file anew, which are for tests alone: nobody trusts this authority. Its key is thrown
# away; the servers' keys are here for everybody to read. They are good for a hundred years.
set -eu
cd "$(dirname "$0")"
days=36500
key=$(mktemp)
openssl ecparam -name prime256v1 -genkey -noout -out "$key"
openssl req -x509 -new -key "$key" -days $days -subj '/CN=Authority of the tests' -out authority.pem
certify() {
  openssl req -new -key server-key.pem -subj "/CN=$1" |
    openssl x509 -req -CA authority.pem -CAkey "$key" -days $days -out "$1.pem" -extfile "$2"
}
openssl ecparam -name prime256v1 -genkey -noout -out server-key.pem
names=$(mktemp)
echo 'subjectAltName=DNS:localhost,IP:127.0.0.1' > "$names"
certify here "$names"
echo 'subjectAltName=DNS:elsewhere.example,IP:192.0.2.1' > "$names"
certify elsewhere "$names"
rm -f "$key" "$names"
